import { isObject } from '@/lib/core/ground/values/json'

/** What `GET …/dc-api` answers: the members that the page hands on unchanged. */
export interface BrowserRequest extends CredentialRequestOptions {
  readonly digital: Readonly<Record<string, unknown>>
}

/** What is asked of a browser: OpenID4VP and Annex C, and issuance, of which it is only recorded whether a browser allows it. */
const protocolsAsked = [
  'openid4vp-v1-unsigned',
  'openid4vp-v1-signed',
  'openid4vp-v1-multisigned',
  'org-iso-mdoc',
  'openid4vci-v1',
] as const

/** What a browser says of itself. */
export interface BrowserAbility {
  /** Whether it has the API at all. */
  readonly hasApi: boolean
  /** Whether it carries a protocol, by its name; empty where it does not say. Chromium 156 says yes to any name. */
  readonly allows: Readonly<Record<string, boolean>>
}

/** Asks this browser what it can do. W3C Digital Credentials, `userAgentAllowsProtocol` */
export function browserAbility(): BrowserAbility {
  if (typeof DigitalCredential === 'undefined') return { hasApi: false, allows: {} }
  if (typeof DigitalCredential.userAgentAllowsProtocol !== 'function') return { hasApi: true, allows: {} }
  const allows = protocolsAsked.map((name) => [name, DigitalCredential.userAgentAllowsProtocol(name)] as const)
  return { hasApi: true, allows: Object.fromEntries(allows) }
}

/** Whether a body is one that `navigator.credentials.get` takes. */
export const isBrowserRequest = (body: unknown): body is BrowserRequest => isObject(body) && isObject(body.digital)

/** What came of a call of `navigator.credentials.get`. */
export type CallOutcome =
  | { readonly outcome: 'answer'; readonly protocol: unknown; readonly data: unknown }
  | { readonly outcome: 'error'; readonly error: CallError }

interface CallError {
  readonly name: string
  readonly message: string
  /** The number that old kinds of error have; 0 where there is none. */
  readonly code: number
}

/** Calls the browser at once, so that the click that led here still counts for it. Never rejects: a rejection is an outcome. */
export async function callBrowser(
  request: BrowserRequest,
  signal: AbortSignal,
  credentials: Pick<CredentialsContainer, 'get'> = navigator.credentials,
): Promise<CallOutcome> {
  try {
    const credential: unknown = await credentials.get({ ...request, signal })
    if (!isObject(credential)) return noCredential
    // Safari and old Chromes differ in what `data` is; whether it is right is for the service to say.
    return { outcome: 'answer', protocol: credential.protocol, data: credential.data }
  } catch (error) {
    return { outcome: 'error', error: callError(error) }
  }
}

/** The type of the API allows it, and no browser is known to do so. */
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
  /** Whether the browser counts the page as safe: https, or this machine. */
  readonly isSecure: boolean
  /** Where the page was opened. */
  readonly pageOrigin: string
  /** Where the service says it is: what a wallet binds its response to. */
  readonly origin: string
  readonly protocols: readonly string[]
}

/** Why the browser cannot be asked here; `null` where it can. */
export function obstacleTo(around: Surroundings): Obstacle | null {
  const { isSecure, pageOrigin, origin, hasApi, allows, protocols } = around
  const isElsewhere = pageOrigin !== origin
  // Where the service has https, opening the page there is what helps.
  if (!isSecure && !(isElsewhere && origin.startsWith('https:'))) return 'insecure_context'
  if (isElsewhere) return 'other_origin'
  if (!hasApi) return 'no_api'
  return protocols.every((protocol) => allows[protocol] === false) ? 'no_protocol' : null
}

/** The sentence of an obstacle; those of others have a link or names in them. */
export const obstacleWords: Readonly<Record<Exclude<Obstacle, 'other_origin' | 'no_protocol'>, string>> = {
  insecure_context: 'This page needs https: start with --phone.',
  no_api: 'This browser has no Digital Credentials API.',
}
