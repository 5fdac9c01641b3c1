import { createHash } from 'node:crypto'
import {
  type DeviceResponseDraft,
  draftDeviceProof,
  draftDeviceResponse,
  draftDocument,
  finishDeviceResponse,
} from '../../formats/mso-mdoc/present'
import { compactSdJwt, draftKeyBinding, draftSdJwt, finishSdJwt } from '../../formats/sd-jwt-vc/present'
import { holderKeyOf } from '../../formats/stored-credential'
import { thumbprint } from '../../jose/key'
import type { JsonObject } from '../../json'
import { applyPatch } from '../../misbehaviours/apply'
import { need, nowSeconds, randomText } from '../../run'
import type { Selection } from '../dcql/select-credentials'
import type { VerifierFacts } from '../facts'
import { scaTypes } from '../request/sca-payloads'
import type { Authorization } from '../request/transaction-data'
import type { Run } from '../run'

/** Presentations by credential query id, always in an array (OID4VP-1FINAL-8.1). */
export function buildVpToken(run: Run): JsonObject {
  const presentations = new Map<string, string[]>()
  for (const selection of run.facts.selections) {
    const { id } = selection.query
    presentations.set(id, [...(presentations.get(id) ?? []), present(run, selection)])
  }
  const token: JsonObject = Object.fromEntries(presentations)
  return applyPatch(run, 'response', run.misbehaviour?.patchVpToken, token)
}

function present(run: Run, selection: Selection): string {
  return selection.query.format === 'mso_mdoc' ? presentMdoc(run, selection) : presentSdJwt(run, selection)
}

function presentMdoc(run: Run, selection: Selection): string {
  return finishDeviceResponse(draftMdoc(run, selection))
}

/** A device response always has a proof of possession (ISO/IEC 18013-5 section 8.3.2.1.2.2). */
export function draftMdoc(run: Run, { credential, claims }: Selection): DeviceResponseDraft {
  const { facts, misbehaviour } = run
  const { clientId, nonce, deviceAlgorithm } = need(facts.request, 'request')
  const { responseUri, recipient } = need(facts.replyTo, 'address for the response')
  const { browser } = facts
  const document = applyPatch(run, 'response', misbehaviour?.patchDocument, draftDocument(credential, claims))
  const proof = draftDeviceProof(document, {
    key: holderKeyOf(credential),
    algorithm: deviceAlgorithm,
    handover: {
      clientId,
      nonce,
      jwkThumbprint: recipient === null ? null : Buffer.from(thumbprint(recipient.jwk), 'base64url'),
      responseUri,
      ...(browser === null ? {} : { browser: { origin: browser.origin, encryptionInfo: browser.encryptionInfo } }),
    },
  })
  applyPatch(run, 'response', misbehaviour?.patchDeviceProof, proof)
  const draft = draftDeviceResponse(document, proof)
  return applyPatch(run, 'response', misbehaviour?.patchDeviceResponse, draft)
}

/**
 * The audience of presentations: the client, or the origin of the page if a browser carries them, even for a signed
 * request (OID4VP-1FINALA-A.4).
 */
const audienceOf = ({ browser, request }: VerifierFacts): string =>
  browser === null ? need(request, 'request').clientId : `origin:${browser.origin}`

/** The wallet sends a proof of possession only if the verifier requires one (OID4VP-1FINAL-6.1). */
function presentSdJwt(run: Run, selection: Selection): string {
  const { query, credential, claims } = selection
  const { facts, misbehaviour } = run
  const request = need(facts.request, 'request')
  const draft = applyPatch(run, 'response', misbehaviour?.patchPresentation, draftSdJwt(credential, claims))
  facts.sdJwt = compactSdJwt(draft)
  if (!query.holderBinding) return finishSdJwt(draft, null)
  const keyBinding = draftKeyBinding(facts.sdJwt, {
    key: holderKeyOf(credential),
    audience: audienceOf(facts),
    nonce: request.nonce,
    now: nowSeconds(run),
  })
  const authorization = facts.authorizations.get(selection)
  if (authorization !== undefined)
    Object.assign(keyBinding.claims, transactionClaims(authorization), paymentClaims(run, authorization))
  return finishSdJwt(draft, applyPatch(run, 'response', misbehaviour?.patchKeyBinding, keyBinding))
}

/** The claims of a key binding JWT that authorise transactions (OID4VP-1FINAL-B.3.3.1). */
function transactionClaims({ transactions, algorithm, named }: Authorization): JsonObject {
  return {
    transaction_data_hashes: transactions.map(({ encoded }) => hashTransaction(encoded, algorithm)),
    ...(named ? { transaction_data_hashes_alg: algorithm } : {}),
  }
}

/** What the proof says beside the hash where it confirms a payment or the like (TS12-3.6). */
function paymentClaims(run: Run, { transactions }: Authorization): JsonObject {
  if (!transactions.some(({ type }) => scaTypes.includes(type))) return {}
  return {
    jti: randomText(run),
    response_mode: need(run.facts.request, 'request').responseMode,
    amr: Object.entries(run.profile.paymentFactors).map(([category, value]) => ({ [category]: value })),
  }
}

/** The hash over the encoded string as received. */
export function hashTransaction(encoded: string | Uint8Array, algorithm = 'sha-256'): string {
  return createHash(nodeNames[algorithm] ?? 'sha256')
    .update(encoded)
    .digest('base64url')
}

const nodeNames: Readonly<Record<string, string>> = { 'sha-256': 'sha256', 'sha-384': 'sha384', 'sha-512': 'sha512' }
