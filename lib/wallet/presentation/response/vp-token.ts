import { compactSdJwt, draftKeyBinding, draftSdJwt, finishSdJwt } from '../../formats/sd-jwt-vc/present'
import { transactionClaims } from '../../formats/sd-jwt-vc/transaction-hashes'
import type { JsonObject } from '../../json'
import { applyPatch } from '../../misbehaviours/apply'
import { need, nowSeconds } from '../../run'
import type { Selection } from '../dcql/select-credentials'
import type { Run } from '../run'

/** Presentations by the id of the query that they answer, always in an array (OID4VP-1FINAL-8.1). */
export function buildVpToken(run: Run): JsonObject {
  const presentations = new Map<string, string[]>()
  for (const selection of run.facts.selections) {
    const { id } = selection.query
    presentations.set(id, [...(presentations.get(id) ?? []), presentSdJwt(run, selection)])
  }
  const token: JsonObject = Object.fromEntries(presentations)
  return applyPatch(run, 'response', run.misbehaviour?.patchVpToken, token)
}

/** A proof of possession goes along only where the verifier requires one (OID4VP-1FINAL-6.1). */
function presentSdJwt(run: Run, selection: Selection): string {
  const { query, credential, claims } = selection
  const { facts, misbehaviour } = run
  const request = need(facts.request, 'request')
  const draft = applyPatch(run, 'response', misbehaviour?.patchPresentation, draftSdJwt(credential, claims))
  facts.sdJwt = compactSdJwt(draft)
  if (!query.holderBinding) return finishSdJwt(draft, null)
  const keyBinding = draftKeyBinding(facts.sdJwt, {
    key: credential.holderKey,
    audience: request.clientId,
    nonce: request.nonce,
    now: nowSeconds(run),
  })
  const authorization = facts.authorizations.get(selection)
  if (authorization !== undefined) Object.assign(keyBinding.claims, transactionClaims(authorization))
  return finishSdJwt(draft, applyPatch(run, 'response', misbehaviour?.patchKeyBinding, keyBinding))
}
