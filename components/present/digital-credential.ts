import { isObject } from '@/lib/core/shared/values/json'

/** Answer of `GET …/dc-api`: members handed on unchanged. */
export interface BrowserRequest extends CredentialRequestOptions {
  readonly digital: Readonly<Record<string, unknown>>
}

/** Protocols to query in a browser: OpenID4VP and Annex C, plus issuance, for which only support is recorded. */
const protocolsAsked = [
  'openid4vp-v1-unsigned',
  'openid4vp-v1-signed',
  'openid4vp-v1-multisigned',
  'org-iso-mdoc',
  'openid4vci-v1',
] as const

/** What a browser reports about itself. */
export interface BrowserAbility {
  /** Whether it has the API at all. */
  readonly hasApi: boolean
  /** Supported protocols; empty if the browser does not say. Chromium 156 says yes to any name. */
  readonly allows: Readonly<Record<string, boolean>>
}

/** Queries this browser's abilities. W3C Digital Credentials, `userAgentAllowsProtocol` */
export function browserAbility(): BrowserAbility {
  if (typeof DigitalCredential === 'undefined') return { hasApi: false, allows: {} }
  if (typeof DigitalCredential.userAgentAllowsProtocol !== 'function') return { hasApi: true, allows: {} }
  const allows = protocolsAsked.map((name) => [name, DigitalCredential.userAgentAllowsProtocol(name)] as const)
  return { hasApi: true, allows: Object.fromEntries(allows) }
}

/** Whether a body is an argument for `navigator.credentials.get`. */
export const isBrowserRequest = (body: unknown): body is BrowserRequest => isObject(body) && isObject(body.digital)

/** Outcome of `navigator.credentials.get`. */
export type CallOutcome =
  | { readonly outcome: 'answer'; readonly protocol: unknown; readonly data: unknown }
  | { readonly outcome: 'error'; readonly error: CallError }

interface CallError {
  readonly name: string
  readonly message: string
  /** Legacy code of a DOMException; 0 if there is none. */
  readonly code: number
}

/**
 * Calls the browser synchronously, so that the click still counts as user activation. Never rejects: a rejection is an
 * outcome.
 */
export async function callBrowser(
  request: BrowserRequest,
  signal: AbortSignal,
  credentials: Pick<CredentialsContainer, 'get'> = navigator.credentials,
): Promise<CallOutcome> {
  try {
    const credential: unknown = await credentials.get({ ...request, signal })
    if (!isObject(credential)) return noCredential
    // Safari and older Chrome versions differ in the form of `data`; the service judges it.
    return { outcome: 'answer', protocol: credential.protocol, data: credential.data }
  } catch (error) {
    return { outcome: 'error', error: callError(error) }
  }
}

/** Allowed by the API's type, though no known browser does it. */
const noCredential: CallOutcome = {
  outcome: 'error',
  error: { name: 'null', message: 'The browser resolved the call without a credential.', code: 0 },
}

function callError(error: unknown): CallError {
  if (error instanceof DOMException) return { name: error.name, message: error.message, code: error.code }
  if (error instanceof Error) return { name: error.name, message: error.message, code: 0 }
  return { name: typeof error, message: String(error), code: 0 }
}

/** Why a browser cannot be asked, as the service records it. */
export type Obstacle = 'insecure_context' | 'other_origin' | 'no_api' | 'no_protocol'

interface Surroundings extends BrowserAbility {
  /** Whether the browser considers the page secure: https, or this machine. */
  readonly isSecure: boolean
  /** Origin of the page. */
  readonly pageOrigin: string
  /** Origin of the service, to which a wallet binds its response. */
  readonly origin: string
  readonly protocols: readonly string[]
}

/** Why the browser cannot be asked here; `null` if it can. */
export function findObstacle(around: Surroundings): Obstacle | null {
  const { isSecure, pageOrigin, origin, hasApi, allows, protocols } = around
  const isElsewhere = pageOrigin !== origin
  // If the service has https, opening the page there helps.
  if (!isSecure && !(isElsewhere && origin.startsWith('https:'))) return 'insecure_context'
  if (isElsewhere) return 'other_origin'
  if (!hasApi) return 'no_api'
  return protocols.every((protocol) => allows[protocol] === false) ? 'no_protocol' : null
}

/** Sentence per obstacle; the remaining ones contain a link or names. */
export const obstacleWords: Readonly<Record<Exclude<Obstacle, 'other_origin' | 'no_protocol'>, string>> = {
  insecure_context: 'This page needs https: start with --phone.',
  no_api: 'This browser has no Digital Credentials API.',
}
