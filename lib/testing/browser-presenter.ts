import { randomBytes } from 'node:crypto'
import { decodeJwt } from 'jose'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { draftKeyBinding, draftSdJwt, finishSdJwt, matchSdJwtVc } from '@/lib/wallet/formats/sd-jwt-vc/present'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { holderKeyOf } from '@/lib/wallet/formats/stored-credential'
import { encryptJwe } from '@/lib/wallet/jose/jwe'
import type { JwtDraft } from '@/lib/wallet/jose/jws'
import { isObject, type JsonObject, objectMember } from '@/lib/wallet/json'
import { readDcqlQuery } from '@/lib/wallet/verifier/dcql/dcql-query'
import { createHttpClient, type HttpAnswer, type HttpClient, type JsonRecord } from './http-client'

/** An entry of a browser request, with its parameters. */
export interface BrowserEntry {
  readonly protocol: string
  readonly parameters: JsonObject
}

/** A browser with a wallet that the test drives through one session. */
export interface BrowserPresenter {
  readonly http: HttpClient
  readonly id: string
  readonly created: JsonRecord
  readonly origin: string
  readonly entries: readonly BrowserEntry[]
  /** `vp_token` with one SD-JWT VC for an entry, bound to the origin, with the test's change. */
  token(entry: BrowserEntry, change?: (draft: JwtDraft) => void): JsonObject
  /** Parameters in the entry's Response Mode: plain, or as a JWE for its key. */
  data(entry: BrowserEntry, parameters: JsonObject): JsonObject
  /** Posts any body to the result URL, as the session's page does. */
  post(body: unknown, headers?: readonly (readonly [string, string])[]): Promise<HttpAnswer>
  /** Posts what the wallet returned to the browser. */
  answer(protocol: unknown, data: unknown, elapsedMillis?: number): Promise<HttpAnswer>
  view(): Promise<PresentationSessionView>
}

/** Header fields of a request by our own page. */
const ofPage = (origin: string): readonly (readonly [string, string])[] => [
  ['Origin', origin],
  ['Sec-Fetch-Site', 'same-origin'],
]

/**
 * Creates a session for a browser request, and fetches the request. Throws when the service does not create the
 * session.
 */
export async function createBrowserPresenter(
  { baseUrl }: { readonly baseUrl: string },
  credential: HeldCredential,
  body: JsonObject = {},
): Promise<BrowserPresenter> {
  const http = createHttpClient(baseUrl)
  const asJson = [['Content-Type', 'application/json']] as const
  const made = await http({
    method: 'POST',
    path: '/openid4vp/sessions',
    headers: asJson,
    body: JSON.stringify({ presentation_channel: 'dc_api', ...body }),
  })
  if (made.status !== 201) throw new Error(`No session: ${made.body}`)
  const created = made.object()
  const id = String(created.session_id)
  const path = `/openid4vp/sessions/${id}/dc-api`
  const fetched = await http({ path, headers: [['Sec-Fetch-Site', 'same-origin']] })
  if (fetched.status !== 200) throw new Error(`No request: ${fetched.body}`)
  const { digital } = fetched.object() as { digital: { requests: { protocol: string; data: JsonObject }[] } }
  const entries = digital.requests.map(({ protocol, data }) => ({ protocol, parameters: parametersOf(data) }))
  const origin = baseUrl
  const token: BrowserPresenter['token'] = ({ parameters }, change) => {
    const [query] = readDcqlQuery(parameters.dcql_query).credentials
    if (query === undefined) throw new Error('The request has no query.')
    const draft = draftSdJwt(credential, matchSdJwtVc(query, credential) ?? [])
    const sdJwt = `${[draft.issuerJwt, ...draft.disclosures].join('~')}~`
    const keyBinding = draftKeyBinding(sdJwt, {
      key: holderKeyOf(credential),
      audience: `origin:${origin}`,
      nonce: String(parameters.nonce),
      now: Math.floor(Date.now() / 1000),
    })
    change?.(keyBinding)
    return { vp_token: { [query.id]: [finishSdJwt(draft, keyBinding)] } }
  }
  const post: BrowserPresenter['post'] = (sent, headers = ofPage(origin)) =>
    http({
      method: 'POST',
      path: `${path}/result`,
      headers: [...asJson, ['User-Agent', 'Test/1'], ...headers],
      body: typeof sent === 'string' ? sent : JSON.stringify(sent),
    })
  return {
    http,
    id,
    created,
    origin,
    entries,
    token,
    data: ({ parameters: asked }, parameters) => {
      if (asked.response_mode === 'dc_api') return parameters
      const jwks = objectMember(objectMember(asked, 'client_metadata'), 'jwks')
      const [jwk] = Array.isArray(jwks?.keys) ? jwks.keys : []
      const draft = {
        header: { alg: 'ECDH-ES', enc: 'A256GCM', kid: jwk?.kid },
        plaintext: JSON.stringify(parameters),
        recipient: { kty: 'EC', crv: 'P-256', x: jwk?.x, y: jwk?.y },
      }
      return { response: encryptJwe(draft, randomBytes) }
    },
    post,
    answer: (protocol, data, elapsed_ms = 5000) =>
      post({ outcome: 'answer', protocol, data, page: { origin, elapsed_ms, allows: {} } }),
    view: async () => (await http({ path: `/openid4vp/sessions/${id}` })).json() as PresentationSessionView,
  }
}

/** The parameters in an entry's data, as a wallet reads them. OpenID4VP appendix A.3 */
function parametersOf({ request, ...others }: JsonObject): JsonObject {
  if (typeof request === 'string') return decodeJwt(request) as JsonObject
  if (isObject(request) && typeof request.payload === 'string')
    return JSON.parse(Buffer.from(request.payload, 'base64url').toString('utf8')) as JsonObject
  return others
}
