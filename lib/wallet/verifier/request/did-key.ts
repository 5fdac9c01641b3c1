import type { KeyObject } from 'node:crypto'
import { Refused, WalletStop } from '../../errors'
import { requireWebUrl } from '../../http/web-url'
import { importPublicJwk } from '../../jose/jws'
import { readEcJwk } from '../../jose/key'
import { isObject, type JsonObject, readJsonObject, stringMember } from '../../json'
import { requireSuccess, sendStep } from '../../step'
import type { Run } from '../run'
import { RequestRefused } from './request-refused'

/**
 * The key of a DID that the `kid` of a request names, from the `verificationMethod` of its document (OID4VP-1FINAL-5.9.3).
 * Knows `did:jwk` and `did:web`.
 *
 * @throws RequestRefused
 */
export async function didKey(run: Run, did: string, kid: string | null): Promise<KeyObject> {
  const document = await resolve(run, did)
  if (stringMember(document, 'id') !== did) invalid('The DID document is of another DID')
  const methods = Array.isArray(document.verificationMethod) ? document.verificationMethod.filter(isObject) : []
  const method = methods.find(({ id }) => kid !== null && (id === kid || `${did}${String(id)}` === kid))
  if (method === undefined) return invalid('The DID document has no such key as the kid names')
  const jwk = readEcJwk(method.publicJwk)
  const key = jwk === null ? null : importPublicJwk({ ...jwk })
  return key ?? invalid('The key in the DID document cannot be read')
}

async function resolve(run: Run, did: string): Promise<JsonObject> {
  const [, method, ...rest] = did.split(':')
  if (method === 'jwk') return documentOfJwk(did, rest.join(':'))
  if (method === 'web') return fetchDocument(run, rest)
  return invalid('The wallet cannot resolve such a DID')
}

/** https://github.com/quartzjer/did-jwk */
function documentOfJwk(did: string, text: string): JsonObject {
  const publicJwk = readJsonObject(Buffer.from(text, 'base64url').toString('utf8'))
  return { id: did, verificationMethod: [{ id: `${did}#0`, type: 'JsonWebKey2020', controller: did, publicJwk }] }
}

/** By https; from this machine by what the request came from it by. https://w3c-ccg.github.io/did-method-web/ */
async function fetchDocument(run: Run, [authority = '', ...path]: string[]): Promise<JsonObject> {
  const place = path.length === 0 ? '.well-known' : path.map(decodeURIComponent).join('/')
  const rest = `://${decodeURIComponent(authority)}/${place}/did.json`
  const { link, browser } = run.facts
  const from = link?.request.kind === 'reference' ? link.request.url : `${browser?.origin}/`
  const local = from.startsWith(`http://${decodeURIComponent(authority)}/`)
  try {
    const url = requireWebUrl(`${local ? 'http' : 'https'}${rest}`, 'The address of the DID document')
    const answer = await sendStep(run, {
      step: 'did_document',
      url,
      method: 'GET',
      headers: [['Accept', 'application/json, application/did+json']],
      learned: () => 'the DID document of the verifier',
    })
    return readJsonObject(requireSuccess('did_document', answer).body) ?? invalid('The DID document is no JSON object')
  } catch (error) {
    if (!(error instanceof WalletStop || error instanceof Refused)) throw error
    return invalid('The DID document cannot be fetched')
  }
}

function invalid(description: string): never {
  throw new RequestRefused('invalid_request', description)
}
