import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { Handover } from '../formats/mso-mdoc/present'
import { createKeyAttester, type KeyAttester } from '../issuer/credential/attester'
import { decryptJwe, encryptJwe } from '../jose/jwe'
import { type JwtDraft, signJwt } from '../jose/jws'
import { generateKey, readEcJwk, type WalletKey } from '../jose/key'
import { isObject, type JsonObject, objectMember, readJsonObject, stringMember } from '../json'
import type { BrowserProtocol } from '../verifier/dc-api/digital-request'
import { createBrowserVerifier, makeBrowserEntry } from './browser-requests'
import { type Received, readRequest, type Scripted } from './received'

/** How a test changes the verifier. */
export interface VerifierScript {
  delivery?: 'by_reference' | 'by_value'
  method?: 'get' | 'post'
  responseMode?: 'direct_post' | 'direct_post.jwt'
  /** Sends requests through a browser with these protocols; `request` then changes each signature. */
  protocols?: readonly BrowserProtocol[]
  /** Changes the `data` of each entry. */
  data?: (data: JsonObject, protocol: BrowserProtocol) => void
  query?: unknown
  nowMillis?: number
  /** Answers a presentation with a redirect URI. */
  redirect?: boolean
  /** Changes the request object before it is signed. */
  request?: (draft: JwtDraft, verifier: { attester: KeyAttester }) => void
  /** Changes the parameters of the link. */
  link?: (parameters: URLSearchParams) => void
  /** Replaces a response; null leaves it unchanged. */
  answer?: (request: Received, usual: Scripted) => Scripted | null
}

/** A minimal verifier that accepts everything and judges nothing. */
export interface ScriptedVerifier {
  origin: string
  clientId: string
  attester: KeyAttester
  received: Received[]
  /** The deeplink of a new session, with its own key, nonce and state. */
  newSession: () => string
  /** The parameters of the last response, decrypted if necessary; null if none came. */
  lastResponse: () => JsonObject | null
  /** The keys that responses are encrypted to. */
  keys: WalletKey[]
  /** What binds the device's proof to the newest session, unless a test changes its request. */
  handover: () => Handover
  close: () => Promise<void>
}

/** A query that suits most tests. */
export const pidQuery = {
  credentials: [
    {
      id: 'pid',
      format: 'dc+sd-jwt',
      meta: { vct_values: ['urn:eudi:pid:1'] },
      claims: [{ path: ['family_name'] }],
    },
  ],
}

const requestMediaType = 'application/oauth-authz-req+jwt'

/** Starts the verifier on a free local port. */
export async function startScriptedVerifier(script: VerifierScript = {}): Promise<ScriptedVerifier> {
  const now = () => script.nowMillis ?? Date.now()
  const attester = await createKeyAttester(now())
  // Its certificates take longer to make than everything else.
  const browserVerifier =
    script.protocols === undefined ? null : await createBrowserVerifier({ origin: '', nowMillis: now() }, attester)
  const clientId = `x509_hash:${createHash('sha256')
    .update(Buffer.from(attester.x5c[0] ?? '', 'base64'))
    .digest('base64url')}`
  const received: Received[] = []
  const keys: WalletKey[] = []
  // It keeps idle connections: on a busy machine it would close one just as the wallet reuses it for a POST.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    readRequest(incoming)
      .then((request) => {
        received.push(request)
        const usual = usualAnswer(request)
        const { status, headers, body } = script.answer?.(request, usual) ?? usual
        outgoing.writeHead(status, { 'Content-Type': 'application/json', ...headers })
        outgoing.end(typeof body === 'string' ? body : JSON.stringify(body))
      })
      .catch((error: unknown) => outgoing.destroy(error instanceof Error ? error : new Error('failed')))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!isObject(address)) throw new Error('The server does not listen')
  const origin = `http://127.0.0.1:${address.port}`

  const metadataOf = (session: number): JsonObject => {
    const common = {
      vp_formats_supported: {
        'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'] },
        mso_mdoc: { issuerauth_alg_values: [-7], deviceauth_alg_values: [-9] },
      },
    }
    const key = keys[session]
    if ((script.responseMode ?? 'direct_post.jwt') === 'direct_post' || key === undefined) return common
    const jwk = { ...key.publicJwk, kid: `session-${session}`, use: 'enc', alg: 'ECDH-ES' }
    return { ...common, jwks: { keys: [jwk] }, encrypted_response_enc_values_supported: ['A128GCM', 'A256GCM'] }
  }
  const requestObject = (session: number, walletNonce: string | null): string => {
    const seconds = Math.floor(now() / 1000)
    const draft: JwtDraft = {
      header: { alg: 'ES256', typ: 'oauth-authz-req+jwt', x5c: attester.x5c },
      claims: {
        client_id: clientId,
        aud: 'https://self-issued.me/v2',
        response_type: 'vp_token',
        response_mode: script.responseMode ?? 'direct_post.jwt',
        response_uri: `${origin}/sessions/${session}/response`,
        nonce: `nonce-of-session-${session}`,
        state: `state-of-session-${session}`,
        dcql_query: script.query ?? pidQuery,
        client_metadata: metadataOf(session),
        ...(walletNonce === null ? {} : { wallet_nonce: walletNonce }),
        iat: seconds,
        exp: seconds + 900,
      },
      key: attester.key,
    }
    script.request?.(draft, { attester })
    return signJwt(draft)
  }
  const entriesOf = (session: number) => {
    if (browserVerifier === null) return []
    return (script.protocols ?? []).map((protocol) =>
      makeBrowserEntry(
        { ...browserVerifier, origin, nowMillis: now() },
        {
          protocol,
          nonce: `nonce-of-session-${session}`,
          key: script.responseMode === 'direct_post' ? null : (keys[session] ?? null),
          query: script.query ?? pidQuery,
          signature: (draft) => script.request?.(draft, { attester }),
          data: (data) => script.data?.(data, protocol),
        },
      ),
    )
  }
  const usualAnswer = ({ method, path, body }: Received): Scripted => {
    const session = Number(/^(?:\/openid4vp)?\/sessions\/(\d+)\//.exec(path)?.[1])
    switch (path.replace(/^(?:\/openid4vp)?\/sessions\/\d+/, '')) {
      case '/dc-api':
        return { status: 200, body: { digital: { requests: entriesOf(session) }, mediation: 'required' } }
      case '/dc-api/result':
        return { status: 200, body: {} }
      case '/request': {
        const form = new URLSearchParams(method === 'POST' ? Object.entries(membersOf(body)) : [])
        const signed = requestObject(session, form.get('wallet_nonce'))
        return {
          status: 200,
          headers: { 'Content-Type': requestMediaType },
          body: encryptedFor(readJsonObject(form.get('wallet_metadata') ?? ''), signed),
        }
      }
      case '/response':
      case '/openid4vp/response':
        return {
          status: 200,
          body: script.redirect ? { redirect_uri: `${origin}/complete?response_code=the-response-code` } : {},
        }
      case '/complete':
        return { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<p>Done</p>' }
      default:
        return { status: 404, body: { error: 'not_found' } }
    }
  }
  /** From the `org-iso-mdoc` entry; null without one. */
  const encryptionInfoOf = (session: number): string | null => {
    const entry = entriesOf(session).find(({ protocol }) => protocol === 'org-iso-mdoc')
    return stringMember(entry?.data, 'encryptionInfo')
  }
  return {
    origin,
    clientId,
    attester,
    received,
    keys,
    newSession: () => {
      const session = keys.push(generateKey()) - 1
      if (script.protocols !== undefined) return `${origin}/present/${session}`
      const parameters = new URLSearchParams({ client_id: clientId })
      if (script.delivery === 'by_value') parameters.set('request', requestObject(session, null))
      else {
        parameters.set('request_uri', `${origin}/sessions/${session}/request`)
        if (script.method === 'post') parameters.set('request_uri_method', 'post')
      }
      script.link?.(parameters)
      return `openid4vp://?${parameters.toString().replaceAll('+', '%20')}`
    },
    handover: () => {
      const session = keys.length - 1
      const key = keys[session]
      return {
        clientId,
        nonce: `nonce-of-session-${session}`,
        jwkThumbprint:
          script.responseMode === 'direct_post' || key === undefined ? null : Buffer.from(key.thumbprint, 'base64url'),
        responseUri: `${origin}/sessions/${session}/response`,
        ...(script.protocols === undefined ? {} : { browser: { origin, encryptionInfo: encryptionInfoOf(session) } }),
      }
    },
    lastResponse: () => responseOf(received, keys),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The members of a wallet's form, or of the JWE in it. */
function readResponse(body: string, keys: WalletKey[]): JsonObject | null {
  const form = new URLSearchParams(body)
  const jwe = form.get('response')
  if (jwe !== null) {
    const opened = keys.map((key) => decryptJwe(jwe, key)).find((found) => found !== null)
    return opened === undefined ? null : readJsonObject(opened.plaintext)
  }
  return Object.fromEntries([...form].map(([name, value]) => [name, readJsonObject(value) ?? value]))
}

/** The text members of a form, or of a JSON body. */
function membersOf(body: string): Record<string, string> {
  const members = readJsonObject(body) ?? Object.fromEntries(new URLSearchParams(body))
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, String(value)]))
}

function responseOf(received: Received[], keys: WalletKey[]): JsonObject | null {
  const last = received.findLast(({ path }) => path.endsWith('/response'))
  return last === undefined ? null : readResponse(last.body, keys)
}

/** A wallet that sends a key gets an encrypted request object (OID4VP-1FINAL-5.10). */
function encryptedFor(metadata: JsonObject | null, signed: string): string {
  const jwks = objectMember(metadata, 'jwks')?.keys
  const [first] = Array.isArray(jwks) ? jwks : []
  const recipient = isObject(first) && first.alg === 'ECDH-ES' ? readEcJwk(first) : null
  if (recipient === null) return signed
  const header = { alg: 'ECDH-ES', enc: 'A256GCM', cty: 'JWT', kid: isObject(first) ? first.kid : '' }
  return encryptJwe({ header, plaintext: signed, recipient: { ...recipient } }, randomBytes)
}
