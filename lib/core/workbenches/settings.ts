import type { RequestContext } from '../engine/endpoints/request-context'
import { startIssuance } from '../issuer/endpoints/sessions/create-session'
import { invariant, isProtocolError, ProtocolError } from '../shared/ports/errors'
import type { Workbench } from '../shared/ports/workbench'
import { utf8 } from '../shared/values/base64url'
import { isObject, type JsonObject } from '../shared/values/json'
import { jsonBytes } from '../shared/values/json-bytes'
import { startPresentation } from '../verifier/endpoints/create-verifier-session'

/** Maximum bytes of the settings of one kind, as JSON. */
const settingsBytesMax = 64 * 1024

const byValue =
  'A code that stays cannot hold the offer or the request itself: the one-time values would be in the picture.'
const inBrowser = 'A code that stays leads to a link: a request through the browser has none.'
const ownAddress = 'A code that stays names one verifier, and this prefix names another one for each session.'
const anotherVerifier =
  'A code that stays names one verifier, and these settings make another one for each session: its certificate is made anew.'
const ofSession = 'A workbench says this of its sessions by itself.'
const privateKey =
  'A workbench keeps its settings readable, so it takes no private key. Name an installed certificate as trust_identity, or start a session of its own.'

/** Members that a code that stays cannot carry out, each with its values (absent for all) and why. */
const refused: Readonly<
  Record<'issuance' | 'presentation', readonly { member: string; value?: string; because: string }[]>
> = {
  issuance: [{ member: 'credential_offer_mode', value: 'credential_offer', because: byValue }],
  presentation: [
    { member: 'request_delivery', value: 'by_value', because: byValue },
    { member: 'presentation_channel', value: 'dc_api', because: inBrowser },
    { member: 'client_id_prefix', value: 'redirect_uri', because: ownAddress },
  ],
}
const ofLink =
  'A code that stays has one link for all its sessions: a change of the link reaches no wallet. Change the request or the offer, or start a session of its own.'

/** Where settings ask for a changed link. */
function changedLinkIn({ mutations, request_mutation: peer }: JsonObject): string | null {
  const index = Array.isArray(mutations)
    ? mutations.findIndex((one) => isObject(one) && (one.target === 'link' || one.target === 'offer_link'))
    : -1
  if (index >= 0) return `/mutations/${index}/target`
  return isObject(peer) && peer.outer_request !== undefined ? '/request_mutation/outer_request' : null
}

const refusedInBoth = [
  ...['workbench', 'campaign_id', 'started_by'].map((member) => ({ member, because: ofSession })),
  { member: 'access_certificate', because: privateKey },
]

/** Settings as a workbench keeps them: what its door makes sessions of. Throws for what a code that stays cannot carry. */
function settingsOf(kind: 'issuance' | 'presentation', asked: JsonObject): JsonObject {
  for (const { member, because, ...one } of [...refused[kind], ...refusedInBoth]) {
    const given = asked[member]
    if (given === undefined || ('value' in one && given !== one.value)) continue
    throw new ProtocolError('invalid_request', because, { member, pointer: `/${kind}/${member}` })
  }
  const place = changedLinkIn(asked)
  if (place !== null) throw new ProtocolError('invalid_request', ofLink, { pointer: `/${kind}${place}` })
  if (jsonBytes(asked) > settingsBytesMax)
    throw new ProtocolError('payload_too_large', `Settings have at most ${settingsBytesMax} bytes.`, {
      pointer: `/${kind}`,
    })
  return kind === 'issuance' ? { credential_offer_mode: 'credential_offer_uri', ...asked } : asked
}

/**
 * A request for a session with these settings, as a tester would send it.
 * @param kind decides the address
 */
const requestOf = (kind: 'issuance' | 'presentation', settings: JsonObject, context: RequestContext) => {
  const body = utf8(JSON.stringify(settings))
  const path = kind === 'issuance' ? '/sessions' : '/openid4vp/sessions'
  const exchange = { ...context.exchange, method: 'POST', path, query: null, body, bodyBytes: body.length }
  return { ...context, exchange: { ...exchange, headers: [], bodyOverflow: false } }
}

/**
 * Reads the settings of both kinds, and what they put into the codes, by making a session of each that nobody keeps:
 * so a scan refuses nothing that this accepted. Throws the ProtocolError of the session request, with a pointer into
 * this one.
 */
export async function readSettings(
  asked: { readonly issuance: JsonObject; readonly presentation: JsonObject },
  context: RequestContext,
): Promise<Pick<Workbench, 'issuance' | 'presentation' | 'code'>> {
  const issuance = settingsOf('issuance', asked.issuance)
  const presentation = settingsOf('presentation', asked.presentation)
  const offered = await within('issuance', startIssuance(requestOf('issuance', issuance, context)))
  const requested = await within('presentation', startPresentation(requestOf('presentation', presentation, context)))
  const again = await within('presentation', startPresentation(requestOf('presentation', presentation, context)))
  invariant(offered.session?.kind === 'issuance', 'A session of an issuance is one.')
  invariant(requested.session?.kind === 'presentation', 'A session of a presentation is one.')
  const { scheme, request, requestUriMethod } = requested.session
  if (again.session?.kind !== 'presentation' || again.session.request.client_id !== request.client_id)
    throw new ProtocolError('invalid_request', anotherVerifier, { pointer: '/presentation' })
  return {
    issuance,
    presentation,
    code: {
      offerScheme: offered.session.options.scheme,
      scheme,
      clientId: String(request.client_id),
      requestUriMethod,
    },
  }
}

/** Adds to a refusal where the settings stand. */
async function within<Made>(kind: 'issuance' | 'presentation', making: Promise<Made>): Promise<Made> {
  try {
    return await making
  } catch (error) {
    if (!isProtocolError(error)) throw error
    const { member, pointer } = error.members
    const place = typeof pointer === 'string' ? pointer : typeof member === 'string' ? `/${member}` : ''
    throw new ProtocolError(
      error.code,
      error.description,
      { ...error.members, pointer: `/${kind}${place}` },
      error.headers,
    )
  }
}
