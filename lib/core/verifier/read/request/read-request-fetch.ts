import type { RequestContext } from '../../../engine/endpoints/request-context'
import { headerValue, listHeader } from '../../../ground/http/exchange'
import { readJsonText } from '../../../ground/http/read-json'
import { type JwkFacts, readPublicJwk } from '../../../ground/jose/jwk'
import { digestOf } from '../../../ground/ports/digests'
import type { PresentationSession } from '../../../ground/ports/store-types'
import { fromUtf8 } from '../../../ground/values/base64url'
import { isObject } from '../../../ground/values/json'
import { say } from '../../../ground/values/wording'
import { verifierHistory } from '../../history/verifier-history'
import { readPrivacy } from '../privacy/read-privacy'
import { readSentParameters } from '../read-sent-parameters'
import { chooseRequestEncryption } from './choose-request-encryption'
import type {
  RequestFetchReading,
  RequestPostReading,
  WalletMetadataReading,
  WalletNonceReading,
} from './request-fetch-reading'

/**
 * Reads a fetch of the Request Object as far as possible; never throws because of what the wallet sent.
 * OID4VP-1FINAL-5.10
 */
export async function readRequestFetch(
  session: PresentationSession,
  context: RequestContext,
): Promise<RequestFetchReading> {
  const { exchange, ports, settings } = context
  const method = exchange.method === 'POST' ? 'POST' : 'GET'
  const { fetches, consumedAt, expired } = verifierHistory(
    session,
    await ports.store.events(session.sessionId),
    exchange.at,
  )
  return {
    session,
    now: exchange.at,
    method,
    onlyHead: exchange.method === 'HEAD',
    accept: listHeader(exchange, 'accept'),
    bodyBytes: exchange.bodyBytes,
    query: exchange.query,
    tls: {
      https: settings.baseUrl.startsWith('https:'),
      version: exchange.tlsVersion ?? null,
      plain: exchange.plainHttp === true,
    },
    privacy: readPrivacy(exchange, {
      body: method === 'GET' ? (fromUtf8(exchange.body) ?? '') : besideMetadata(context),
    }),
    linkPreview: linkPreviews.test(headerValue(exchange, 'user-agent') ?? ''),
    history: { fetches, consumedAt, expired },
    post: method === 'POST' ? await readPost(context) : null,
  }
}

/** The contents of a POST except the metadata, which has its own checks, and the encryption keys. */
function besideMetadata({ exchange }: RequestContext): string {
  const { members, value } = readSentParameters(exchange)
  return members
    .filter((name) => name !== 'wallet_metadata')
    .map((name) => `${name} ${textOf(value(name)) ?? ''}`)
    .join('\n')
}

/** Programs that fetch links in messages for a preview. */
const linkPreviews =
  /\b(facebookexternalhit|facebot|twitterbot|slackbot|slack-imgproxy|discordbot|telegrambot|whatsapp|linkedinbot|skypeuripreview|googlebot|bingbot|applebot|embedly|iframely|redditbot|mastodon)\b/i

async function readPost({ exchange, ports }: RequestContext): Promise<RequestPostReading> {
  const { value, ...body } = readSentParameters(exchange)
  const nonce = textOf(value('wallet_nonce'))
  const metadata = textOf(value('wallet_metadata'))
  const digest = nonce === null ? '' : digestOf(nonce, ports.sha256)
  return {
    mediaType: body.mediaType,
    urlencoded: body.urlencoded,
    utf8: body.utf8,
    members: body.members,
    duplicates: body.duplicates,
    walletNonce:
      nonce === null ? null : readWalletNonce(nonce, (await ports.store.oneTimeValue('wallet_nonce', digest)) !== null),
    walletMetadata: metadata === null ? null : await readWalletMetadata(metadata),
  }
}

/**
 * An empty value counts as absent (RFC 6749 section 3.1). In a body that is JSON by mistake, a value counts as its JSON
 * text.
 */
function textOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const readWalletNonce = (value: string, seenBefore: boolean): WalletNonceReading => ({
  value,
  usable: /^[\x21-\x7e]{1,512}$/.test(value),
  seenBefore,
})

/** Maximum number of wallet keys to read. */
const keysMax = 20

async function readWalletMetadata(text: string): Promise<WalletMetadataReading> {
  const bytes = new TextEncoder().encode(text).length
  const json = readJsonText(text)
  const nothing = { text, json: json.ok ? json.value : undefined, value: null, bytes, jwks: null, encryption: null }
  if (!json.ok) return { error: say`It is not JSON within the bounds.`, ...nothing }
  if (!isObject(json.value)) return { error: say`It is JSON, but no object.`, ...nothing }
  const value = json.value
  const jwks = Object.hasOwn(value, 'jwks') ? await readKeySet(value.jwks) : null
  return {
    error: null,
    text,
    json: value,
    value,
    bytes,
    jwks: jwks && { isKeySet: jwks.isKeySet, keys: jwks.keys.map(({ facts, use }) => ({ facts, use })) },
    encryption: jwks && (await chooseRequestEncryption(value, jwks.keys)),
  }
}

/** One key of the wallet with its own metadata. */
interface WalletKey {
  readonly facts: JwkFacts
  readonly use: string | null
}

async function readKeySet(
  value: unknown,
): Promise<{ readonly isKeySet: boolean; readonly keys: readonly WalletKey[] }> {
  const keys = isObject(value) && Array.isArray(value.keys) ? value.keys : null
  const read = await Promise.all(
    (keys ?? []).slice(0, keysMax).map(async (key: unknown) => ({
      facts: await readPublicJwk(key),
      use: isObject(key) && typeof key.use === 'string' ? key.use : null,
    })),
  )
  return { isKeySet: keys !== null && keys.length > 0 && keys.every(isObject), keys: read }
}
