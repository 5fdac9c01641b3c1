import { createHash } from 'node:crypto'
import { WalletStop } from '../../../errors'
import { arrayOf, type CborMap, type CborValue, readCbor, writeCbor } from '../../../formats/mso-mdoc/cbor'
import { sessionTranscript } from '../../../formats/mso-mdoc/present'
import { importPublicJwk } from '../../../jose/jws'
import type { EcPublicJwk } from '../../../jose/key'
import { isObject, type JsonObject, stringMember } from '../../../json'
import { applyPatch } from '../../../misbehaviours/apply'
import { requireFit } from '../../../misbehaviours/verifier/fit'
import { need } from '../../../run'
import { chooseCredentials } from '../../choose-credentials'
import { nothingToShow, RequestRefused } from '../../request/request-refused'
import { requireTrust } from '../../request/trust'
import { draftMdoc } from '../../response/vp-token'
import type { Run } from '../../run'
import { queryFor, readDeviceRequest, requireReader } from './device-request'
import { type SealedDraft, sealResponse } from './hpke'

/**
 * The `data` of an `org-iso-mdoc` response (ISO18013-7-C): a `DeviceResponse` with every document, sealed to the key of
 * the entry.
 * @throws RequestRefused
 */
export async function answerIsoMdoc(run: Run, data: unknown, origin: string): Promise<JsonObject> {
  const { facts, profile } = run
  const members = isObject(data) ? data : {}
  const encryptionInfo = stringMember(members, 'encryptionInfo') ?? ''
  const browser = need(facts.browser, 'browser')
  facts.browser = { ...browser, encryptionInfo }
  const recipient = recipientOf(run, encryptionInfo)
  const docRequests = readDeviceRequest(stringMember(members, 'deviceRequest') ?? '')
  if (profile.verification === 'full') {
    const signers = docRequests.map((one) => requireReader(run, one, transcriptIn(run)))
    facts.requestSigner = signers[0] ?? []
  }
  facts.replyTo = {
    responseUri: origin,
    encrypted: true,
    state: null,
    recipient: { jwk: recipient, kid: '', enc: 'A128GCM' },
  }
  const credentials = docRequests.map((one, place) => queryFor(one, `document_${place}`, run.credentials))
  const request = {
    clientId: clientOf(facts.requestSigner),
    responseMode: '',
    nonce: '',
    query: { credentials, credentialSets: null },
    transactions: [],
    idToken: false,
    deviceAlgorithm: -7 as const,
  }
  requireFit(run)
  facts.request = await requireTrust(run, request)
  await chooseCredentials(run, facts.request)
  applyPatch(run, 'response', run.misbehaviour?.patchFacts, facts)
  const plaintext = writeCbor(responseOf(run))
  const draft: SealedDraft = {
    input: {
      recipient,
      ephemeral: run.newKey(),
      info: writeCbor(transcriptIn(run)),
      aad: Buffer.alloc(0),
      plaintext,
    },
    name: 'dcapi',
  }
  const response = { response: sealResponse(applyPatch(run, 'response', run.misbehaviour?.patchSealed, draft)) }
  return applyPatch(run, 'response', run.misbehaviour?.patchResponse, response)
}

/** Unlike in a `vp_token`, all documents share one response. */
function responseOf(run: Run): CborMap {
  const drafts = run.facts.selections.map((selection) => draftMdoc(run, selection).response)
  const [first] = drafts
  if (first === undefined) throw nothingToShow()
  const documents = drafts.flatMap((draft) =>
    draft.has('documents') ? arrayOf(draft.get('documents'), 'documents') : [],
  )
  return new Map(first).set('documents', documents)
}

/** Binds the response, and a reader's request, to this session. */
function transcriptIn({ facts }: Run): CborValue {
  const { origin, encryptionInfo } = need(facts.browser, 'browser')
  return sessionTranscript({
    clientId: '',
    nonce: '',
    jwkThumbprint: null,
    responseUri: origin,
    browser: { origin, encryptionInfo },
  })
}

/** A wallet that believes everything makes up a key if there is none, and so answers. */
function recipientOf({ profile, newKey }: Run, encryptionInfo: string): EcPublicJwk {
  try {
    return readRecipientKey(encryptionInfo)
  } catch (error) {
    if (profile.verification === 'full' || !(error instanceof RequestRefused)) throw error
    return newKey().publicJwk
  }
}

/** A reader has no client identifier; trust evaluation uses the one of its certificate (OID4VP-1FINAL-5.9.3). */
function clientOf([leaf]: string[]): string {
  if (leaf === undefined) return ''
  return `x509_hash:${createHash('sha256').update(Buffer.from(leaf, 'base64')).digest('base64url')}`
}

/** Minimum length of the nonce in bytes. */
const nonceBytesMin = 16

/**
 * The key to which the response is encrypted (ISO18013-7-C), from `["dcapi", {"nonce", "recipientPublicKey"}]` in
 * base64url.
 * @throws RequestRefused when it is anything else
 */
function readRecipientKey(text: string): EcPublicJwk {
  const value = read(text)
  const [name, parameters] = Array.isArray(value) && value.length === 2 ? value : []
  if (name !== 'dcapi' || !(parameters instanceof Map)) return invalid('is of another kind')
  const nonce = parameters.get('nonce')
  if (!Buffer.isBuffer(nonce) || nonce.length < nonceBytesMin) invalid('has no nonce')
  return readCoseKey(parameters.get('recipientPublicKey'))
}

function read(text: string): CborValue {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return invalid('is not base64url')
  try {
    return readCbor(Buffer.from(text, 'base64url'))
  } catch (error) {
    if (!(error instanceof WalletStop)) throw error
    return invalid('is not CBOR')
  }
}

/** A COSE_Key on P-256 (RFC 9053 section 7.1.1). */
function readCoseKey(value: CborValue | undefined): EcPublicJwk {
  if (!(value instanceof Map) || value.get(1) !== 2 || value.get(-1) !== 1) return invalid('has no key on P-256')
  const coordinate = (label: number): string => {
    const bytes = value.get(label)
    return Buffer.isBuffer(bytes) && bytes.length === 32 ? bytes.toString('base64url') : invalid('has an unusable key')
  }
  const jwk: EcPublicJwk = { kty: 'EC', crv: 'P-256', x: coordinate(-2), y: coordinate(-3) }
  return importPublicJwk({ ...jwk }) === null ? invalid('has a key that is not on its curve') : jwk
}

function invalid(how: string): never {
  throw new RequestRefused('invalid_request', `The encryptionInfo ${how}`)
}
