#!/bin/sh
# The browser tests drive a real Chromium. Install it where that is allowed, otherwise say how.
set -eu
[ -x /usr/bin/chromium ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing chromium for the browser tests" >&2
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
    exit 0
fi
echo "the browser tests need /usr/bin/chromium; install it with" >&2
echo "    sudo apt-get install --no-install-recommends chromium" >&2
exit 1
