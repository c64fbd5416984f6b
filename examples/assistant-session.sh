#!/bin/sh
# One session of an assistant with its memory, from the first call to the last, with curl alone.
#
# Tell it where the memory is, in one of two ways:
#
#   BASE_URL=http://127.0.0.1:3000 WORKFLOW_API_KEY=... sh examples/assistant-session.sh
#       asks the server for the five addresses;
#
#   CHAT_HISTORY_URL=... CONTEXT_URL=... TASK_URL=... STATE_URL=... SUMMARY_URL=... sh examples/assistant-session.sh
#       takes them as they are.
#
# Where the webhooks demand a key, set MEMORY_API_KEY too. CHAT_ID (default: demo) names the chat to read.
# Keys are never printed and never stand in a command line; addresses are not printed either, since whoever has
# one can call the webhook.

set -eu

chat_id=${CHAT_ID:-demo}
task='Try the example session'
session_key="example-$(date +%Y%m%dT%H%M%S)-$$"

fail() {
  printf 'FAILED: %s\n' "$1" >&2
  exit 1
}

# send <header line or nothing> <curl's arguments>: prints the answer's body. The header goes through standard
# input, since everybody on the machine can read the arguments of a program.
send() {
  header=$1
  shift
  printf '%s\n' "$header" | curl --silent --show-error --fail-with-body --max-time 30 --header @- "$@"
}

# call <what it is for> <address> <curl's arguments>: the same for a webhook; shows the answer or stops.
call() {
  purpose=$1 address=$2
  shift 2
  printf '\n== %s\n' "$purpose"
  answer=$(send "${MEMORY_API_KEY:+x-api-key: $MEMORY_API_KEY}" "$@" "$address") ||
    fail "$purpose: curl ended with $?. ${answer:-There was no answer.}"
  printf '%s\n' "$answer"
}

# address_of <path>: the address of that webhook in the list of workflows.
address_of() {
  printf '%s\n' "$workflows" | sed 's/},{/}\
{/g' | grep "\"path\":\"$1\"" | sed 's/.*"url":"\([^"]*\)".*/\1/'
}

if [ -n "${BASE_URL:-}" ]; then
  [ -n "${WORKFLOW_API_KEY:-}" ] || fail 'BASE_URL needs WORKFLOW_API_KEY beside it, to ask for the addresses.'
  workflows=$(send "X-WORKFLOW-API-KEY: $WORKFLOW_API_KEY" "${BASE_URL%/}/api/workflows") ||
    fail "Asking for the addresses: curl ended with $?. ${workflows:-There was no answer.}"
  CHAT_HISTORY_URL=$(address_of chat-history)
  CONTEXT_URL=$(address_of assistant-context)
  TASK_URL=$(address_of assistant-task)
  STATE_URL=$(address_of assistant-update-state)
  SUMMARY_URL=$(address_of assistant-session-summary)
fi
[ -n "${CHAT_HISTORY_URL:-}" ] && [ -n "${CONTEXT_URL:-}" ] && [ -n "${TASK_URL:-}" ] &&
  [ -n "${STATE_URL:-}" ] && [ -n "${SUMMARY_URL:-}" ] ||
  fail 'Set BASE_URL and WORKFLOW_API_KEY, or all of CHAT_HISTORY_URL, CONTEXT_URL, TASK_URL, STATE_URL, SUMMARY_URL.'

echo 'The session starts: what was said lately, and what is known.'
call 'Load the 30 newest messages of the chat' "$CHAT_HISTORY_URL" \
  --get --data-urlencode "chat_id=$chat_id" --data-urlencode 'limit=30'
call 'Load the context: projects, sessions, state, people, pending tasks' "$CONTEXT_URL"

printf '\nDuring the session: each task when it comes up, each fact when it changes. A repeat does no harm.\n'
call 'Create a task; while it is pending, the same text does not create a second one' "$TASK_URL" \
  --header 'Content-Type: application/json' \
  --data "{\"action\": \"create\", \"task\": \"$task\", \"priority\": 5}"
call 'Update a state entry; the answer holds the value that it had before' "$STATE_URL" \
  --header 'Content-Type: application/json' \
  --data '{"key": "example_session", "value": "works", "category": "config"}'

printf '\nThe session ends: a summary for the next one, and the task is done.\n'
call 'Store a summary; sent again with the same Idempotency-Key it is stored once' "$SUMMARY_URL" \
  --header 'Content-Type: application/json' --header "Idempotency-Key: $session_key" \
  --data "{\"summary\": \"Ran the example session.\", \"tasks_completed\": \"$task\", \"mood\": \"curious\"}"
call 'Complete the task; its text must be exactly the one that created it' "$TASK_URL" \
  --header 'Content-Type: application/json' \
  --data "{\"action\": \"done\", \"task\": \"$task\"}"

printf '\nDone: the next session finds the summary and the state in its context.\n'
