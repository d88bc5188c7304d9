"""The pages: a queue and an item, worked through with the keyboard or without any script."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import parse_qsl

from fastapi import APIRouter, Depends, HTTPException, Path, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from veriscope.errors import InputError, ReviewConflict, UnknownReviewError
from veriscope.model import CheckName, HallucinationReview, ReviewStatus
from veriscope.model.review import check_status
from veriscope.review.event import DECIDED
from veriscope.review.filter import MAX_ID, Cursor
from veriscope.review.texts import MAX_NOTE
from veriscope.web.api import move
from veriscope.web.context import AnyServer, Server, server_of, visitor
from veriscope.web.place import EVERY, FIELDS, Place
from veriscope.web.problems import problem_of
from veriscope.web.sessions import (
    cookie_name,
    csrf_matches,
    csrf_token,
    new_secret,
    read_cookie,
    set_cookie,
)
from veriscope.web.templates import ASSETS, asset, environment
from veriscope.web.tokens import Identity, Scope
from veriscope.web.views import STATUS_KINDS, STATUS_WORDS, item_view

router = APIRouter(include_in_schema=False)
PAGE = 50
COUNT_TO = 1000
"""The tabs count so far; more is shown as more."""
Number = Annotated[int, Path(gt=0, le=MAX_ID)]


class LoginNeededError(HTTPException):
    """The page is for people who have logged in."""

    def __init__(self) -> None:
        super().__init__(401, "log in first")


def is_page(request: Request) -> bool:
    """Whether a person looks, not a program."""
    path = request.url.path
    return path == "/" or path.startswith(("/reviews", "/login", "/logout"))


def _reader(request: Request) -> Identity:
    found = visitor(request)
    if found is None:
        raise LoginNeededError
    return found


Who = Annotated[Identity, Depends(_reader)]


async def _form(request: Request) -> dict[str, str]:
    """Read a form; the last of equal names counts."""
    body = await request.body()
    try:
        return dict(parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=50))
    except ValueError:
        raise InputError("is no form", field="body") from None


Form = Annotated[dict[str, str], Depends(_form)]


def _signed_form(request: Request, form: Form, who: Who) -> dict[str, str]:
    """Accept a form only from our own page, sent by somebody who may decide."""
    if not csrf_matches(read_cookie(request), form.get("csrf", "")):
        raise HTTPException(403, "this form is not from your session: load the page again")
    if not who.scope.allows(Scope.REVIEW):
        raise HTTPException(403, "your token allows to read, not to decide")
    return form


SignedForm = Annotated[dict[str, str], Depends(_signed_form)]


def _page(
    request: Request, template: str, who: Identity | None, status: int = 200, **context: Any
) -> Response:
    """Render a page; a browser without a session gets one, so that its forms can be signed."""
    server = server_of(request)
    session = read_cookie(request)
    fresh = None if session else new_secret()
    signature = csrf_token(session or fresh or "")
    html = environment().get_template(template).render(
        who=who, csrf=signature, may_decide=who is not None and who.scope.allows(Scope.REVIEW),
        kinds=STATUS_KINDS, words=STATUS_WORDS, **context,
    )  # fmt: skip
    response = HTMLResponse(html.encode("utf-8", "replace"), status)
    if fresh is not None:
        set_cookie(request, response, fresh, server.sessions.lifetime)
    return response


def error_page(request: Request, error: Exception) -> Response:
    """Return an error as a page; who has not logged in gets the login instead."""
    if isinstance(error, LoginNeededError):
        there = str(request.url.path) + (f"?{request.url.query}" if request.url.query else "")
        there = there if request.method == "GET" else "/reviews"
        return _page(request, "login.html.j2", None, 401, there=there, wrong=False)
    status = problem_of(error).status_code
    detail = error.detail if isinstance(error, HTTPException) else str(error)
    if status in (422, 503) and not isinstance(error, InputError):
        detail = "the address does not fit" if status == 422 else "the store does not answer"
    return _page(request, "error.html.j2", None, status, number=status, detail=detail)


@router.get("/")
def home() -> Response:
    """Go to the queue."""
    return RedirectResponse("/reviews", 303)


@router.get("/static/{name}")
def static(name: str) -> Response:
    """Return a file that pages load."""
    if name not in ASSETS:
        raise HTTPException(404, "there is no such file")
    content, media_type = asset(name)
    keep = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(content, media_type=media_type, headers=keep)


@router.get("/reviews")
def queue_page(request: Request, server: AnyServer, who: Who) -> Response:
    """Show one page of the queue."""
    query = dict(request.query_params)
    try:
        place, wrong = Place.read(query), None
        after, before = _cursor(query, "after"), _cursor(query, "before")
    except InputError as error:
        place, wrong = Place.read({"status": EVERY}), error
        after = before = None
    found = server.queue.summaries(place.wanted, limit=PAGE + 1, after=after, before=before)
    items = found[-PAGE:] if before else found[:PAGE]
    more = len(found) > PAGE
    context = {
        "place": place,
        "values": {name: query.get(name, "") for name in FIELDS},
        "wrong": wrong,
        "items": items,
        "tabs": _tabs(server, place),
        "checks": list(CheckName),
        "done": _done(server, query),
        "next_page": _turn(place, "after", items[-1:], more or before is not None),
        "previous_page": _turn(place, "before", items[:1], after is not None or (more and before)),
    }
    return _page(request, "queue.html.j2", who, 200 if wrong is None else 422, **context)


def _cursor(query: dict[str, str], name: str) -> Cursor | None:
    return Cursor.read(query[name]) if query.get(name) else None


def _turn(place: Place, name: str, edge: list[Any], there_is: object) -> str | None:
    return place.link(**{name: str(Cursor.of(edge[0]))}) if edge and there_is else None


def _tabs(server: Server, place: Place) -> list[dict[str, Any]]:
    """Return the states with their links and, where counting is quick, their numbers."""
    searched = place.wanted.text is not None
    counts = {} if searched else server.queue.counts(place.in_every_state(), cap=COUNT_TO)
    tabs = []
    for status in (*ReviewStatus, None):
        name = EVERY if status is None else status.value
        n = counts.get(status) if status else None
        tabs.append(
            {
                "words": "All" if status is None else STATUS_WORDS[status],
                "link": place.link(status=name),
                "current": place.status == name,
                "count": "" if n is None else (f"{n:,}" if n < COUNT_TO else f"{COUNT_TO - 1:,}+"),
            }
        )
    return tabs


def _done(server: Server, query: dict[str, str]) -> HallucinationReview | None:
    """Return the item that was just decided, for the line that offers to undo it."""
    number = query.get("done", "")
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        return None
    try:
        item = server.queue.get(int(number))
    except UnknownReviewError:
        return None
    return item if item.status in DECIDED else None


@router.get("/reviews/{number}")
def item_page(request: Request, server: AnyServer, who: Who, number: Number) -> Response:
    """Show an item."""
    return _item_page(request, server, who, server.queue.get(number))


def _item_page(
    request: Request,
    server: Server,
    who: Identity,
    item: HallucinationReview,
    *,
    query: dict[str, str] | None = None,
    conflict: ReviewConflict | None = None,
    notes: str = "",
) -> Response:
    query = dict(request.query_params) if query is None else query
    place, here = Place.read(query), Cursor.of(item)
    following = server.queue.summaries(place.wanted, limit=1, after=here)
    preceding = server.queue.summaries(place.wanted, limit=1, before=here)
    context = {
        "place": place,
        "view": item_view(item),
        "item": item,
        "events": server.queue.history(item),
        "next_link": _item_link(place, following),
        "previous_link": _item_link(place, preceding),
        "done": _done(server, query),
        "conflict": conflict,
        "notes": notes,
        "max_note": MAX_NOTE,
    }
    return _page(request, "item.html.j2", who, 409 if conflict else 200, **context)


def _item_link(place: Place, found: list[Any]) -> str | None:
    return place.link(f"/reviews/{found[0].id}") if found else None


@router.post("/reviews/{number}/decision")
def decide(
    request: Request, server: AnyServer, who: Who, form: SignedForm, number: Number
) -> Response:
    """Take, decide or reopen; afterwards show the next item that waits."""
    place, notes = Place.read(form), form.get("notes", "")
    status = check_status(form.get("to"))
    try:
        item = move(server, number, status, who.name, notes)
    except ReviewConflict as error:
        now = server.queue.get(number)
        return _item_page(request, server, who, now, query=form, conflict=error, notes=notes)
    if status not in DECIDED:
        return RedirectResponse(place.link(f"/reviews/{number}"), 303)
    return RedirectResponse(_onward(server, place, item), 303)


def _onward(server: Server, place: Place, item: HallucinationReview) -> str:
    """Return where to go after a decision: the next item, the first one, or the empty queue."""
    here = Cursor.of(item)
    following = server.queue.summaries(place.wanted, limit=1, after=here)
    following = following or server.queue.summaries(place.wanted, limit=1)
    if following and following[0].id != item.id:
        return place.link(f"/reviews/{following[0].id}", done=item.id)
    return place.link(done=item.id)


@router.post("/reviews/{number}/notes")
def note(server: AnyServer, who: Who, form: SignedForm, number: Number) -> Response:
    """Keep a remark and stay with the item."""
    server.queue.note(number, who.name, form.get("notes", ""))
    return RedirectResponse(Place.read(form).link(f"/reviews/{number}"), 303)


@router.get("/login")
def login_page(request: Request) -> Response:
    """Ask for a token."""
    return _page(request, "login.html.j2", visitor(request), there="/reviews", wrong=False)


@router.post("/login")
def login(request: Request, server: AnyServer, form: Form) -> Response:
    """Open a session for whoever has a token."""
    there = form.get("there", "")
    # Only a path of our own: not a second slash or a backslash, which name another host.
    if not there.startswith("/reviews"):
        there = "/reviews"
    who = server.tokens.find(form.get("token", "").strip())
    if who is None:
        return _page(request, "login.html.j2", None, 401, there=there, wrong=True)
    response = RedirectResponse(there, 303)
    secret = server.sessions.open(who.name)
    set_cookie(request, response, secret, server.sessions.lifetime)
    return response


@router.post("/logout")
def logout(request: Request, server: AnyServer, form: Form) -> Response:
    """End the session."""
    session = read_cookie(request)
    if session is not None and csrf_matches(session, form.get("csrf", "")):
        server.sessions.close(session)
    response = RedirectResponse("/login", 303)
    response.delete_cookie(cookie_name(request), path="/")
    return response
