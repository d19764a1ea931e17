// Register an invoice of 800 SEK without VAT, and print what is owed on its due date. Needs Node.js, Deno or Bun, and no
// package. Node.js 22.18 and later run it as it is:
//
//     FORDRAN_URL=http://localhost:8000 FORDRAN_API_CODE=… node first_invoice.ts NUMBER
//
// Its types are all inferred, so that older ones run it too: node --input-type=module - NUMBER < first_invoice.ts

import process from "node:process";

const url = process.env.FORDRAN_URL;
const number = process.argv[2];
const headers = new Headers({ "Content-Type": "application/json" });

const call = async (path = "/", init = {}) => {
  const response = await fetch(url + path, { headers, ...init });
  const body = await response.json();
  if (!response.ok) throw new Error(`${response.status} ${path}: ${JSON.stringify(body)}`);
  return body;
};

const code = JSON.stringify({ code: process.env.FORDRAN_API_CODE });
const { token } = await call("/authenticates/api-code", { method: "POST", body: code });
headers.set("X-API-Key", token);
// The service's own day: a sandbox may have moved its clock.
const today = (await call("/")).business_date;
const thirtyDays = 30 * 24 * 60 * 60 * 1000;
const due = new Date(Date.parse(today) + thirtyDays).toISOString().slice(0, 10);
const [creditor] = (await call("/creditors?max_results=1"))._items;

// An Idempotency-Key makes it safe to send the same request again when its answer was lost.
headers.set("Idempotency-Key", `first-invoice-${number}`);
const registered = await call("/invoice--registrations", {
  method: "POST",
  body: JSON.stringify({
    account: creditor.account,
    creditor: creditor._id,
    customer: { name: "Karin Lind", id_number: "850709-9805" },
    invoice_type: "invoice",
    invoice_number: number,
    invoice_date: today,
    invoice_due_date: due,
    currency: "SEK",
    matrix: [{ article_description: "Kontorsstol", total_price_excluding_vat: 800 }],
  }),
});

const statement = await call(`/cases/${registered._case}/statement?at=${due}`);
console.log(`${number}: ${statement.total_remaining_transaction_amount} ${statement.currency}`);
