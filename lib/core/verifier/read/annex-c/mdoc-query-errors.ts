import { isObject, type Json } from '../../../ground/values/json'
import { type RequestProblem, refused } from '../request/request-problem'

/** Members of a query that a request in the form of ISO/IEC 18013-7 has no place for. */
const placeless = ['claim_sets', 'trusted_authorities'] as const

/**
 * Why a DCQL query cannot be asked in the form of ISO/IEC 18013-7, which names elements of mdocs and nothing else: the first reason of
 * each credential query. Pointers are relative to the query.
 * @see ISO18013-5-8.3.2.1.2.1, ISO18013-7-C
 */
export function mdocQueryErrors(query: Json | undefined): readonly RequestProblem[] {
  if (!isObject(query) || !Array.isArray(query.credentials) || query.credentials.length === 0)
    return [error('', 'org-iso-mdoc needs a query for an mdoc.')]
  const sets =
    query.credential_sets === undefined ? [] : [error('/credential_sets', 'org-iso-mdoc has no place for it.')]
  return [
    ...sets,
    ...query.credentials.flatMap((credential, index) => {
      const found = credentialError(credential)
      return found === null ? [] : [error(`/credentials/${index}${found.at}`, found.message)]
    }),
  ]
}

interface Found {
  readonly at: string
  readonly message: string
}

function credentialError(credential: unknown): Found | null {
  if (!isObject(credential)) return { at: '', message: 'It must be a JSON object.' }
  if (credential.format !== 'mso_mdoc') return { at: '/format', message: 'org-iso-mdoc asks for mso_mdoc only.' }
  const { meta, claims } = credential
  if (!isObject(meta) || typeof meta.doctype_value !== 'string' || meta.doctype_value === '')
    return { at: '/meta', message: 'org-iso-mdoc needs a doctype_value.' }
  const member = placeless.find((name) => credential[name] !== undefined)
  if (member !== undefined) return { at: `/${member}`, message: 'org-iso-mdoc has no place for it.' }
  if (!Array.isArray(claims) || claims.length === 0)
    return { at: '/claims', message: 'org-iso-mdoc needs the elements that are asked for.' }
  return claims.map(claimError).find((one) => one !== null) ?? null
}

function claimError(claim: unknown, index: number): Found | null {
  const at = `/claims/${index}`
  if (!isObject(claim)) return { at, message: 'It must be a JSON object.' }
  const { path, values } = claim
  if (!Array.isArray(path) || path.length !== 2 || !path.every((one) => typeof one === 'string'))
    return { at: `${at}/path`, message: 'org-iso-mdoc needs a namespace and an element.' }
  return values === undefined ? null : { at: `${at}/values`, message: 'org-iso-mdoc has no place for it.' }
}

const error = (pointer: string, message: string): RequestProblem =>
  refused(pointer, 'invalid_dcql_query', message, 'ISO18013-7-C')
