import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { preAuthorizedCodeGrant } from '../issuer/offer/credential-offer'
import { decryptJwe, encryptJwe } from '../jose/jwe'
import { readJws } from '../jose/jws'
import { type EcPublicJwk, generateKey, readEcJwk } from '../jose/key'
import { isObject, type JsonObject, objectMember, readJsonObject, stringMember } from '../json'
import { type CredentialMaker, type CredentialOptions, createCredentialMaker, kid } from './credential-maker'
import { type Received, readRequest, type Scripted } from './received'

/** How a test changes the issuer. */
export interface Script {
  keyAttestations?: boolean
  txCode?: boolean
  byReference?: boolean
  flow?: 'pre_authorized_code' | 'authorization_code'
  /** Supports client authentication by wallet attestation. */
  clientAttestation?: boolean
  /** Changes the query of the authorization response. */
  authorizationResponse?: (query: URLSearchParams) => void
  demandDpopNonce?: boolean
  /** Publishes a notification endpoint. */
  notification?: boolean
  /** Gives a refresh token. */
  refresh?: boolean
  /** Gives that many credentials at once. */
  batch?: number
  /** How often the wallet has to poll for its credential. */
  deferrals?: number
  /** Publishes encryption metadata; `demanded` requires encryption. */
  encryption?: 'offered' | 'demanded'
  nowMillis?: number
  /** Replaces a response; null leaves it unchanged. */
  answer?: (request: Received, usual: Scripted) => Scripted | null
  credential?: (options: CredentialOptions) => CredentialOptions
  tamper?: (credential: string) => string
}

/** A minimal issuer that accepts everything and judges nothing. */
export interface ScriptedIssuer {
  issuer: string
  deeplink: string
  received: Received[]
  maker: CredentialMaker
  close: () => Promise<void>
}

export const configurationId = 'pid-sd-jwt'

/** Starts the issuer on a free local port. */
export async function startScriptedIssuer(script: Script = {}): Promise<ScriptedIssuer> {
  const now = () => script.nowMillis ?? Date.now()
  const maker = await createCredentialMaker(now())
  const received: Received[] = []
  let issuer = ''
  // It keeps idle connections: on a busy machine it would close one just as the wallet reuses it for a POST.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    readRequest(incoming)
      .then(async (request) => {
        received.push(request)
        const usual = await usualAnswer(request)
        const { status, headers, body } = script.answer?.(request, usual) ?? usual
        outgoing.writeHead(status, { 'Content-Type': 'application/json', ...headers })
        outgoing.end(typeof body === 'string' ? body : JSON.stringify(body))
      })
      .catch((error: unknown) => outgoing.destroy(error instanceof Error ? error : new Error('failed')))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${portOf(server)}`
  issuer = `${base}/issuers/test`

  const encryptionKey = generateKey()
  const encryptionMetadata = ({ encryption }: Script): JsonObject => {
    if (encryption === undefined) return {}
    const jwk = { ...encryptionKey.publicJwk, kid: 'requests', use: 'enc', alg: 'ECDH-ES' }
    const common = { enc_values_supported: ['A128GCM', 'A256GCM'], encryption_required: encryption === 'demanded' }
    return {
      credential_request_encryption: { jwks: { keys: [jwk] }, ...common },
      credential_response_encryption: { alg_values_supported: ['ECDH-ES'], ...common },
    }
  }
  const usualAnswer = async (request: Received): Promise<Scripted> => {
    switch (request.path) {
      case '/offers/1':
        return { status: 200, body: offerOf(issuer, script) }
      case '/.well-known/openid-credential-issuer/issuers/test':
        return { status: 200, body: { ...issuerMetadata(issuer, script), ...encryptionMetadata(script) } }
      case '/.well-known/oauth-authorization-server/issuers/test':
        return { status: 200, body: asMetadata(issuer, script) }
      case '/.well-known/jwt-vc-issuer/issuers/test':
        return { status: 200, body: { issuer, jwks_uri: `${issuer}/credential-jwks.json` } }
      case '/issuers/test/credential-jwks.json':
        return { status: 200, body: { keys: [{ ...maker.signer.key.publicJwk, kid, alg: 'ES256', use: 'sig' }] } }
      case '/issuers/test/token':
        return (
          nonceDemand(request, 'as-nonce', 400) ?? {
            status: 200,
            headers: { 'DPoP-Nonce': 'as-nonce' },
            body: tokenAnswer(script),
          }
        )
      case '/issuers/test/par':
        return (
          nonceDemand(request, 'as-nonce', 400) ?? {
            status: 201,
            body: { request_uri: 'urn:request:1', expires_in: 90 },
          }
        )
      case '/issuers/test/authorize':
        return { status: 302, headers: { Location: '/consent?state=inner' }, body: '' }
      case '/consent':
        return { status: 302, headers: { Location: backToWallet() }, body: '' }
      case '/issuers/test/nonce':
        return { status: 200, headers: { 'DPoP-Nonce': 'rs-nonce' }, body: { c_nonce: `c-nonce-${received.length}` } }
      case '/issuers/test/credential':
        asked = plainOf(request)
        deferrals = script.deferrals ?? 0
        return nonceDemand(request, 'rs-nonce', 401) ?? (await issueOrDefer(request))
      case '/issuers/test/deferred':
        return nonceDemand(request, 'rs-nonce', 401) ?? (await issueOrDefer(request))
      case '/issuers/test/notification':
        return { status: 204, body: '' }
      default:
        return { status: 404, body: { error: 'not_found' } }
    }
  }
  const backToWallet = (): string => {
    const pushed = new URLSearchParams(received.findLast(({ path }) => path.endsWith('/par'))?.body ?? '')
    const query = new URLSearchParams({ code: 'the-authorization-code', state: pushed.get('state') ?? '', iss: issuer })
    script.authorizationResponse?.(query)
    return `${pushed.get('redirect_uri')}?${query}`
  }
  const nonceDemand = (request: Received, nonce: string, status: number): Scripted | null => {
    if (script.demandDpopNonce !== true || dpopOf(request)?.nonce === nonce) return null
    const challenge = status === 401 ? { 'WWW-Authenticate': 'DPoP error="use_dpop_nonce", algs="ES256"' } : {}
    return { status, headers: { 'DPoP-Nonce': nonce, ...challenge }, body: { error: 'use_dpop_nonce' } }
  }
  /** The last credential request, and how often the wallet still has to poll. */
  let asked = ''
  let deferrals = 0
  const plainOf = ({ body }: Received): string => decryptJwe(body, encryptionKey)?.plaintext ?? body
  const issueOrDefer = async (request: Received): Promise<Scripted> => {
    deferrals -= 1
    return deferrals >= 0
      ? { status: 202, ...sealedFor(request, { transaction_id: 'the-transaction-id', interval: 5 }) }
      : { status: 200, ...sealedFor(request, await issue(asked)) }
  }
  const sealedFor = (request: Received, body: unknown): Pick<Scripted, 'headers' | 'body'> => {
    const opened = decryptJwe(request.body, encryptionKey)
    const wanted = objectMember(readJsonObject(plainOf(request)), 'credential_response_encryption')
    const headers = { 'DPoP-Nonce': 'rs-nonce' }
    const recipient = readEcJwk(objectMember(wanted, 'jwk'))
    if (opened === null || recipient === null) return { headers, body }
    const draft = {
      header: { alg: 'ECDH-ES', enc: wanted?.enc },
      plaintext: JSON.stringify(body),
      recipient: { ...recipient },
    }
    return { headers: { ...headers, 'Content-Type': 'application/jwt' }, body: encryptJwe(draft, randomBytes) }
  }
  const issue = async (body: string): Promise<unknown> => {
    const credentials = []
    for (const holder of holderKeys(body)) {
      const options = { issuer, holder, now: Math.floor(now() / 1000) }
      const credential = await maker.make(script.credential?.(options) ?? options)
      credentials.push({ credential: script.tamper?.(credential) ?? credential })
    }
    return { credentials, notification_id: 'the-notification-id' }
  }
  const link = script.byReference
    ? `credential_offer_uri=${encodeURIComponent(`${base}/offers/1`)}`
    : `credential_offer=${encodeURIComponent(JSON.stringify(offerOf(issuer, script)))}`
  return {
    issuer,
    deeplink: `openid-credential-offer://?${link}`,
    received,
    maker,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The claims of the DPoP proof of a request, unverified. */
export function dpopOf(request: Received): JsonObject | null {
  const { dpop } = request.headers
  return typeof dpop === 'string' ? (readJws(dpop)?.claims ?? null) : null
}

function holderKeys(body: string): EcPublicJwk[] {
  const proofs = objectMember(readJsonObject(body), 'proofs')
  const sent = [proofs?.jwt, proofs?.attestation].flat().filter((proof) => typeof proof === 'string')
  const keys = sent.flatMap((compact): unknown[] => {
    const proof = readJws(compact)
    const attestation = readJws(stringMember(proof?.header, 'key_attestation') ?? compact)
    const attested = attestation?.claims.attested_keys
    return Array.isArray(attested) ? attested : [proof?.header.jwk]
  })
  const distinct = [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()]
  return distinct.map(readEcJwk).filter((key) => key !== null)
}

function tokenAnswer({ refresh }: Script): JsonObject {
  return {
    access_token: 'the-access-token',
    token_type: 'DPoP',
    expires_in: 600,
    c_nonce: 'token-c-nonce',
    c_nonce_expires_in: 300,
    ...(refresh ? { refresh_token: 'the-refresh-token' } : {}),
  }
}

function offerOf(issuer: string, { txCode, flow }: Script): JsonObject {
  const preAuthorized = { 'pre-authorized_code': 'the-code', ...(txCode ? { tx_code: { length: 4 } } : {}) }
  return {
    credential_issuer: issuer,
    credential_configuration_ids: [configurationId],
    grants:
      flow === 'authorization_code'
        ? { authorization_code: { issuer_state: 'the-issuer-state' } }
        : { [preAuthorizedCodeGrant]: preAuthorized },
  }
}

function issuerMetadata(issuer: string, { keyAttestations, notification, batch, deferrals }: Script): JsonObject {
  const proofType = {
    proof_signing_alg_values_supported: ['ES256'],
    ...(keyAttestations ? { key_attestations_required: {} } : {}),
  }
  return {
    credential_issuer: issuer,
    credential_endpoint: `${issuer}/credential`,
    nonce_endpoint: `${issuer}/nonce`,
    ...(deferrals === undefined ? {} : { deferred_credential_endpoint: `${issuer}/deferred` }),
    ...(notification ? { notification_endpoint: `${issuer}/notification` } : {}),
    ...(batch === undefined ? {} : { batch_credential_issuance: { batch_size: batch } }),
    credential_configurations_supported: {
      [configurationId]: {
        format: 'dc+sd-jwt',
        scope: 'pid',
        vct: 'urn:eudi:pid:1',
        cryptographic_binding_methods_supported: ['jwk'],
        proof_types_supported: { jwt: proofType, ...(keyAttestations ? { attestation: proofType } : {}) },
      },
      'pid-mdoc': { format: 'mso_mdoc', doctype: 'eu.europa.ec.eudi.pid.1' },
    },
  }
}

function asMetadata(issuer: string, { clientAttestation }: Script): JsonObject {
  return {
    issuer,
    token_endpoint: `${issuer}/token`,
    authorization_endpoint: `${issuer}/authorize`,
    pushed_authorization_request_endpoint: `${issuer}/par`,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    response_types_supported: ['code'],
    dpop_signing_alg_values_supported: ['ES256'],
    ...(clientAttestation ? { token_endpoint_auth_methods_supported: ['none', 'attest_jwt_client_auth'] } : {}),
    'pre-authorized_grant_anonymous_access_supported': true,
  }
}

function portOf(server: Server): number {
  const address = server.address()
  if (!isObject(address) || typeof address.port !== 'number') throw new Error('The server does not listen')
  return address.port
}
