#!/bin/sh
# Register an invoice of 800 SEK without VAT, and print what is owed on its due date. Needs curl, jq and GNU date.
# usage: FORDRAN_URL=http://localhost:8000 FORDRAN_API_CODE=… sh first_invoice.sh NUMBER
set -eu
number=$1

get() { curl --silent --show-error --fail-with-body -H "X-API-Key: $token" "$FORDRAN_URL$1"; }
post() { curl --silent --show-error --fail-with-body -H 'Content-Type: application/json' "$@"; }

token=$(post "$FORDRAN_URL/authenticates/api-code" -d "{\"code\": \"$FORDRAN_API_CODE\"}" | jq --raw-output .token)
# The service's own day: a sandbox may have moved its clock.
today=$(get / | jq --raw-output .business_date)
due=$(date -d "$today + 30 days" +%F)
creditor=$(get "/creditors?max_results=1" | jq '._items[0]')

# An Idempotency-Key makes it safe to send the same request again when its answer was lost.
registered=$(
    jq --null-input --argjson creditor "$creditor" --arg number "$number" --arg today "$today" --arg due "$due" '{
        account: $creditor.account,
        creditor: $creditor._id,
        customer: {name: "Karin Lind", id_number: "850709-9805"},
        invoice_type: "invoice",
        invoice_number: $number,
        invoice_date: $today,
        invoice_due_date: $due,
        currency: "SEK",
        matrix: [{article_description: "Kontorsstol", total_price_excluding_vat: 800}]
    }' | post "$FORDRAN_URL/invoice--registrations" -H "X-API-Key: $token" -H "Idempotency-Key: first-invoice-$number" -d @-
)
case=$(printf "%s" "$registered" | jq --raw-output ._case)
get "/cases/$case/statement?at=$due" |
    jq --raw-output --arg number "$number" '"\($number): \(.total_remaining_transaction_amount) \(.currency)"'
