import { randomBytes } from 'node:crypto'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { draftKeyBinding, draftSdJwt, finishSdJwt, matchSdJwtVc } from '@/lib/wallet/formats/sd-jwt-vc/present'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { holderKeyOf } from '@/lib/wallet/formats/stored-credential'
import { encryptJwe, type JweDraft } from '@/lib/wallet/jose/jwe'
import type { JwtDraft } from '@/lib/wallet/jose/jws'
import { isObject, type JsonObject, objectMember } from '@/lib/wallet/json'
import { type CredentialQuery, readDcqlQuery } from '@/lib/wallet/verifier/dcql/dcql-query'
import { createHttpClient, type HttpAnswer, type HttpClient, type JsonRecord } from './http-client'

/** Changes of one presentation. */
export interface PresentationChanges {
  /** Compact disclosures, in order; changed in place. */
  readonly disclosures?: (shown: string[], held: readonly string[]) => void
  readonly keyBinding?: (draft: JwtDraft) => void
  /** The DCQL query that the request's scope means. */
  readonly queryOfScope?: unknown
  /** Applied last, to the compact string. */
  readonly finish?: (compact: string) => string
}

type Form = readonly (readonly [name: string, value: string])[]

/** A wallet that the test drives through one presentation session. */
export interface HandPresenter {
  readonly http: HttpClient
  readonly created: JsonRecord & { readonly session_id: string; readonly deeplink: string }
  /** Claims of the request, as returned at creation. */
  readonly request: JsonObject
  readonly requestPath: string
  readonly responsePath: string
  /** A presentation of a held credential for the query at this index. */
  present(changes?: PresentationChanges, place?: number): string
  /** A presentation of another credential. */
  presentAs(other: HeldCredential): string
  /** Parameters of a correct response: `vp_token` and `state`. */
  payload(changes?: PresentationChanges): { vp_token: JsonObject; state: string }
  /** Parameters as a JWE for the request's key. */
  encrypt(parameters: unknown, change?: (draft: JweDraft) => void): string
  /** Posts a form to the request's response URI. */
  post(form: Form, path?: string): Promise<HttpAnswer>
  /** Sends parameters in the request's response mode. */
  answer(parameters: unknown, change?: (draft: JweDraft) => void): Promise<HttpAnswer>
  view(): Promise<PresentationSessionView>
}

/** Creates a session and a wallet for it. Throws when the service does not create the session. */
export async function createHandPresenter(
  { baseUrl }: { readonly baseUrl: string },
  credential: HeldCredential,
  body: JsonObject = {},
  http: HttpClient = createHttpClient(baseUrl),
): Promise<HandPresenter> {
  const answer = await http({
    method: 'POST',
    path: '/openid4vp/sessions',
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify(body),
  })
  if (answer.status !== 201) throw new Error(`No session: ${answer.body}`)
  const created = answer.object() as HandPresenter['created']
  const request: JsonObject = isObject(created.authorization_request) ? created.authorization_request : {}
  const responsePath = new URL(String(request.response_uri ?? created.response_uri)).pathname
  const queryAt = (place: number, queryOfScope: unknown = request.dcql_query): CredentialQuery => {
    const query = readDcqlQuery(queryOfScope).credentials[place]
    if (query === undefined) throw new Error('The request has no such query.')
    return query
  }
  const present = (changes: PresentationChanges = {}, place = 0, held: HeldCredential = credential): string => {
    const draft = draftSdJwt(held, matchSdJwtVc(queryAt(place, changes.queryOfScope), held) ?? [])
    changes.disclosures?.(draft.disclosures, draft.held)
    const sdJwt = `${[draft.issuerJwt, ...draft.disclosures].join('~')}~`
    const keyBinding = draftKeyBinding(sdJwt, {
      key: holderKeyOf(held),
      audience: String(request.client_id),
      nonce: String(request.nonce),
      now: Math.floor(Date.now() / 1000),
    })
    changes.keyBinding?.(keyBinding)
    const compact = finishSdJwt(draft, keyBinding)
    return changes.finish?.(compact) ?? compact
  }
  const encrypt: HandPresenter['encrypt'] = (parameters, change) => {
    const jwks = objectMember(objectMember(request, 'client_metadata'), 'jwks')
    const [jwk] = Array.isArray(jwks?.keys) ? jwks.keys : []
    const draft: JweDraft = {
      header: { alg: 'ECDH-ES', enc: 'A256GCM', kid: jwk?.kid },
      plaintext: typeof parameters === 'string' ? parameters : JSON.stringify(parameters),
      recipient: { kty: 'EC', crv: 'P-256', x: jwk?.x, y: jwk?.y },
    }
    change?.(draft)
    return encryptJwe(draft, randomBytes)
  }
  const post: HandPresenter['post'] = (form, path = responsePath) =>
    http({
      method: 'POST',
      path,
      headers: [['Content-Type', 'application/x-www-form-urlencoded']],
      body: new URLSearchParams(form.map(([name, value]) => [name, value])).toString(),
    })
  return {
    http,
    created,
    request,
    requestPath: `/openid4vp/sessions/${created.session_id}/request`,
    responsePath,
    present: (changes, place) => present(changes, place),
    presentAs: (other) => present({}, 0, other),
    payload: (changes) => ({
      vp_token: { [queryAt(0, changes?.queryOfScope).id]: [present(changes)] },
      state: String(request.state),
    }),
    encrypt,
    post,
    answer: (parameters, change) => {
      if (request.response_mode === 'direct_post.jwt') return post([['response', encrypt(parameters, change)]])
      const members = isObject(parameters) ? Object.entries(parameters) : []
      return post(
        members.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const),
      )
    },
    view: async () =>
      (await http({ path: `/openid4vp/sessions/${created.session_id}` })).json() as PresentationSessionView,
  }
}
