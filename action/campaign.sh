#!/bin/sh
# Takes a wallet through a campaign and ends with 0 only where nothing changed. docs/ci.md says what each variable means.
set -uf
key=${API_KEY:-${OPERATOR_TOKEN:-}}
# The program that opens links has no use for it.
unset API_KEY OPERATOR_TOKEN
service=${SERVICE:-} results=${RESULTS:-.} links=${LINKS:-service}
service=${service%/} url='' page='' outcome=''
work=$(mktemp -d) || exit 2

# Every end has an exit code of the table, and tells a step of GitHub what it came to.
finish() {
  code=$?
  [ "$code" -le 4 ] || code=2
  rm -rf "$work"
  comment=''
  [ "$code" -eq 2 ] || comment=$results/comment.md
  if [ -n "${GITHUB_OUTPUT:-}" ]; then
    outcome=$(printf '%s' "$outcome" | tr -s '\r\n' ' ' | cut -c 1-500)
    printf '%s\n' "outcome=$outcome" "exit-code=$code" "campaign-url=$page" "comment-file=$comment" >>"$GITHUB_OUTPUT"
  fi
  exit "$code"
}
trap finish EXIT
trap 'exit 2' HUP INT TERM
stop() { outcome=$1; echo "$outcome" >&2; exit 2; }

[ -n "$service" ] || stop 'SERVICE is missing: the address of Wallet Capture.'
[ -n "${OPEN_LINK:-}" ] || stop 'OPEN_LINK is missing: the command that opens DEEPLINK in the wallet.'
sh -n -c "$OPEN_LINK" || stop 'OPEN_LINK is no command that sh can read.'
# "named VALUE NAME WORD..." stops for a value that is none of the words.
named() {
  value=$1 name=$2
  shift 2
  for word in "$@"; do [ "$value" != "$word" ] || return 0; done
  stop "$name must be one of: $*."
}
named "${FAIL_ON:-must}" FAIL_ON must should info
named "${STRICT:-false}" STRICT true false
named "${AUTO_APPROVE:-false}" AUTO_APPROVE true false
named "$links" LINKS service files
case ${SILENCE:-20}${WAITS:-4} in *[!0-9]*) stop 'SILENCE and WAITS are whole numbers.' ;; esac
[ "$(printf '%s' "$key" | LC_ALL=C tr -d '\041-\176' | wc -c)" -eq 0 ] || stop 'API_KEY holds a character that no key has.'
expected=${EXPECTED:-ci/expected-failures.txt}
[ -f "$expected" ] || [ -z "${EXPECTED:-}" ] || stop "There is no $expected."
[ -f "$expected" ] || expected=/dev/null
mkdir -p "$results/sessions" || stop "Nothing can be written to $results."

# Leaves the response in $work/body. The key is in no list of processes, and goes to no address but $service: nothing is
# redirected.
quoted() { printf '%s' "$1" | tr -d '\000-\037' | sed 's/[\\"]/\\&/g'; }
header=''
[ -z "$key" ] || header="header = \"Authorization: Bearer $(quoted "$key")\""
fetch() {
  rm -f "$work/body"
  printf '%s\n' "$header" | curl -K - -sS -L --max-redirs 0 --proto '=http,https' --retry 5 --retry-max-time 600 \
    --retry-connrefused --fail-with-body -o "$work/body" "$@"
  ended=$?
  # Whoever tells of a failure tells of the body, so it has one.
  if [ "$ended" -eq 47 ]; then
    echo "$service redirects, and no key goes there. Name the address of Wallet Capture itself." >"$work/body"
  elif [ "$ended" -ne 0 ] && { [ "$ended" -ne 22 ] || [ ! -s "$work/body" ]; }; then
    echo "The response has no body, or none came whole: curl ended with $ended." >"$work/body"
  fi
  return "$ended"
}
call() { fetch "$@"; status=$?; cat "$work/body" 2>/dev/null; return $status; }
# A member that the service does not know stops the script: a session without it would show nothing.
json() { call -H 'Content-Type: application/json' -H 'Prefer: handling=strict' -d "$1" "$2"; }
member() { printf '%s' "$1" | sed -n "s/.*\"$2\":\"\([^\"]*\)\".*/\1/p"; }

# Asked without the key first: an address that leads elsewhere gets none.
probe=$(curl -sS -o /dev/null -w '%{http_code} %{redirect_url}' --retry 5 --retry-connrefused --proto '=http,https' "$service/healthz") ||
  stop "Wallet Capture does not respond at $service."
case $probe in
  2*) ;;
  3*) stop "$service redirects to ${probe#* }, so no key was sent. Name the address of Wallet Capture itself." ;;
  *) stop "There is no Wallet Capture at $service: the response is ${probe%% *}." ;;
esac

if [ -n "${PRESETS:-}" ]; then
  list=''
  for preset in $(printf '%s' "$PRESETS" | tr ',' ' '); do list="$list${list:+, }\"$(quoted "$preset")\""; done
  what="\"presets\": [$list]"
else
  what="\"campaign\": \"$(quoted "${CAMPAIGN:-smoke}")\""
fi
campaign=$(json "{$what, \"silence_seconds\": ${SILENCE:-20}, \"auto_approve\": ${AUTO_APPROVE:-false},
  \"wallet\": {\"name\": \"$(quoted "${WALLET:-Wallet}")\", \"version\": \"$(quoted "${WALLET_VERSION:-0}")\"}}" "$service/campaigns") ||
  stop "The campaign could not be started: $campaign"
page=$(member "$campaign" page_url)
base=${page%/inspect/*} id=${page##*/}
case $page in '' | *[!A-Za-z0-9:/._~%-]*) page='' && stop 'The campaign has no address.' ;; esac
case $id in *[!0-9a-f-]*) stop 'The campaign has no id.' ;; esac
url=$service/campaigns/$id
echo "Campaign: $page"

session='' waits=0
while :; do
  next=$(call "$url/next?wait=30${session:+&after=$session}") || stop "There is no next session: $next"
  now=$(member "$next" session_id)
  [ -n "$now" ] || break
  if [ "$now" = "$session" ]; then
    waits=$((waits + 1))
    [ "$waits" -lt "${WAITS:-4}" ] || json "{\"session_id\": \"$now\", \"shown\": \"nothing\", \"by\": \"driver\"}" "$url/answer" >/dev/null
    continue
  fi
  session=$now waits=0
  DEEPLINK=$(member "$next" deeplink) TX_CODE=$(member "$next" tx_code) PRESET=$(member "$next" preset)
  KIND=$(member "$next" kind) EXPECTS=$(member "$next" expects)
  export DEEPLINK TX_CODE PRESET KIND EXPECTS
  echo "$PRESET"
  sh -c "$OPEN_LINK" </dev/null
  case $? in
    0) ;;
    # Where nothing was opened, silence would pass for a refusal.
    126 | 127) stop 'OPEN_LINK cannot be run: the shell found no such program, or one that it may not run.' ;;
    # A session that has ended by itself needs no report, and refuses it.
    *) json "{\"session_id\": \"$now\", \"shown\": \"error\", \"by\": \"driver\"}" "$url/answer" >/dev/null 2>&1 ;;
  esac
done

query="fail_on=${FAIL_ON:-must}&strict=${STRICT:-false}"
judge() { fetch -H 'Content-Type: text/plain' --data-binary @"$expected" "$url/report?format=$1&$query"; }
report() { fetch "$service$1/report?format=$2"; }
# "keep FILE FILTER COMMAND..." keeps what a command fetched.
keep() {
  file=$results/$1 filter=$2
  shift 2
  "$@" && $filter <"$work/body" >"$file" || stop "There is no $file: $(cat "$work/body" 2>/dev/null)"
}
# A service that ends with its job leaves no pages behind: then links lead to the files beside the report.
from_here() { relinked ''; }
from_session() { relinked ../; }
relinked() {
  [ "$links" = files ] || { cat; return; }
  sed -e "s#$base/inspect/campaign/$id#$1report.html#g" -e "s#$base/inspect/[a-z]*/\([0-9a-f-]\{36\}\)#$1sessions/\1.html#g" \
    -e "s#<a href=\"$base/checks/[^\"]*\">\(<code>[^<]*</code>\)</a>#\1#g" -e "s#<a href=\"$base/checks/[^\"]*\">\([^<]*\)</a>#\1#g"
}
# What is read elsewhere leads to where the files are kept, or nowhere.
kept=$(printf '%s' "${EVIDENCE:-}" | sed 's/[&#\\]/\\&/g')
from_elsewhere() {
  if [ "$links" != files ]; then cat
  elif [ -n "$kept" ]; then sed -e "$no_catalogue" -e "s#]($base/inspect/[^)]*)#]($kept)#g"
  else sed -e "$no_catalogue" -e "s#\[\([^]]*\)]($base/inspect/[^)]*)#\1#g"; fi
}
# The catalogue is gone with the service too.
no_catalogue="s#\[\([^]]*\)]($base/checks/[^)]*)#\1#g"

judge json || stop "The campaign could not be judged: $(cat "$work/body" 2>/dev/null)"
judged=$(cat "$work/body")
outcome=$(member "$judged" outcome)
code=$(printf '%s' "$judged" | sed -n 's/.*"exit_code":\([0-4]\).*/\1/p')
[ -n "$code" ] || stop 'The campaign has no exit code.'
keep wallet-capture.xml from_here judge junit
keep report.html from_here report "/campaigns/$id" html
keep report.json cat report "/campaigns/$id" json
for session in $(call "$url" | grep -o '"session_url":"[^"]*"' | cut -d '"' -f 4); do
  path=${session#"$base"}
  case ${path#/openid4vp} in /sessions/*[!0-9a-f-]*) stop 'A session has no id.' ;; /sessions/*) ;; *) stop 'A session has no address.' ;; esac
  keep "sessions/${path##*/}.html" from_session report "$path" html
  keep "sessions/${path##*/}.har" cat report "$path" har
done
# A bundle has bounds of its own, which say nothing about the wallet.
missing=''
if fetch --retry-max-time 60 "$url/report?format=tar&fail_on=${FAIL_ON:-must}"; then
  mv "$work/body" "$results/bundle.tar"
else
  rm -f "$results/bundle.tar"
  why=$(tr -s '\000-\040' ' ' <"$work/body" | sed 's/<[^>]*>//g' | cut -c 1-300)
  why=$(member "$why" error_description | grep . || printf '%s' "$why" | grep '[^ ]' || echo 'the response does not say why.')
  missing="There is no signed bundle: $why"
  echo "$missing" >&2
fi

# Whole lines of at most so many bytes.
at_most() {
  LC_ALL=C awk -v max="$1" '(size += length($0) + 1) > max { print "\nThis is not all: the rest is in `report.html`."; exit } 1'
}
keep summary.all from_elsewhere judge md
[ -z "$missing" ] || printf '\n%s\n' "$missing" >>"$results/summary.all"
# The start of it is to be read; the sum tells apart what was cut, and letters that are none of these.
job="${WALLET:-Wallet} ${PRESETS:-${CAMPAIGN:-smoke}}"
sum=$(printf '%s' "$job" | cksum)
marker=$(printf '%s' "$job" | LC_ALL=C tr -c 'A-Za-z0-9.' '_' | cut -c 1-80).${sum%% *}
at_most 921000 <"$results/summary.all" >"$results/summary.md"
{ printf '%s\n' "<!-- wallet-capture: $marker -->" && at_most 59800 <"$results/summary.all"; } >"$results/comment.md"
rm "$results/summary.all"
[ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat "$results/summary.md" >>"$GITHUB_STEP_SUMMARY"
echo "$outcome"
exit "$code"
