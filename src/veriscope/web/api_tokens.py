"""`/v1/tokens`: for admins, who may ask what."""

from __future__ import annotations

from fastapi import APIRouter

from veriscope.web.context import Admin, AnyServer
from veriscope.web.problems import AsciiJson
from veriscope.web.schemas import TokenIn, TokenOut, problems

router = APIRouter(prefix="/v1/tokens", tags=["tokens"], default_response_class=AsciiJson)


@router.get("", response_model=list[TokenOut], responses=problems())
def list_tokens(server: AnyServer, _: Admin) -> AsciiJson:
    """List the tokens; what they are cannot be seen again."""
    return AsciiJson([info.to_dict() for info in server.tokens.all()])


@router.post("", status_code=201, response_model=TokenOut, responses=problems())
def add_token(server: AnyServer, _: Admin, given: TokenIn) -> AsciiJson:
    """Make a token; the answer holds it, once."""
    secret = server.tokens.add(given.name, given.scope)
    content = {"name": given.name.strip(), "scope": given.scope.value, "token": secret}
    return AsciiJson(content, 201)


@router.delete("/{name}", status_code=204, responses=problems())
def revoke_token(server: AnyServer, _: Admin, name: str) -> None:
    """End a token and the sessions that were opened with it."""
    server.tokens.revoke(name)
