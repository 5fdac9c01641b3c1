import type { CheckId } from '../../shared/ports/check-id'
import { isObject, type Json } from '../../shared/values/json'
import type { ConformanceEntry, DraftsView } from './session-view'

/** A violation that reveals which draft a wallet implements. */
interface Sign {
  readonly check: CheckId
  readonly draft: string
  /** One sentence for the wallet developer. */
  readonly change: string
  /** True if the observed value belongs to that draft; absent if every violation does. */
  readonly of?: (actual: Json) => boolean
}

const oldIssuance = 'OpenID4VCI before 1.0'
const presentationTo24 = 'OpenID4VP up to draft 24'
const presentationExchange = 'OpenID4VP with Presentation Exchange, before 1.0'

/**
 * The transcript that a device proof covers. If a MAC's salt belongs to another transcript, either may be the old one.
 */
const isTranscript =
  (variant: string) =>
  (actual: Json): boolean =>
    isObject(actual)
      ? [actual.transcript, actual.covered, actual.salted_with].some((value) => value === variant)
      : actual === variant

/** Checks that tell which transcript was used; the last one does so alone if no proof is judged. */
const judgingTranscripts = ['vp.mdoc.device_signature', 'vp.mdoc.device_mac', 'vp.mdoc.transcript_variant'] as const

const isValue = (value: Json) => (actual: Json) => actual === value

const isText = (actual: Json): boolean =>
  typeof actual === 'string' && /^(string|a string that holds JSON)$/.test(actual)

/** Within a level, in the order in which to fix them: what causes most of the rest comes first. */
const signs: readonly Sign[] = [
  {
    check: 'vp.response.no_presentation_submission',
    draft: presentationExchange,
    change: 'Answer DCQL queries: leave out presentation_submission.',
  },
  {
    check: 'vp.token.is_object',
    draft: presentationExchange,
    change: 'Send the vp_token as an object with an array for each query id.',
    of: isText,
  },
  {
    check: 'vp.token.array',
    draft: 'OpenID4VP drafts with DCQL, before 1.0',
    change: 'Put the presentations of each query into an array, even a single one.',
  },
  ...judgingTranscripts.flatMap((check): Sign[] => [
    {
      check,
      draft: `${presentationTo24}, as in ISO/IEC 18013-7`,
      change: 'Sign the SessionTranscript with OpenID4VPHandover.',
      of: isTranscript('iso_18013_7'),
    },
    {
      check,
      draft: 'OpenID4VP draft 24, over the Digital Credentials API',
      change: 'Sign the SessionTranscript with OpenID4VPHandover.',
      of: isTranscript('dc_api_draft_24'),
    },
  ]),
  {
    check: 'vp.jwe.apu_apv',
    draft: presentationTo24,
    change: 'Leave apu and apv out of the encrypted response.',
    of: isValue('a text'),
  },
  {
    check: 'vp.sdjwt.typ',
    draft: 'an early SD-JWT VC draft',
    change: 'Use credentials with typ dc+sd-jwt in place of vc+sd-jwt.',
    of: isValue('vc+sd-jwt'),
  },
  {
    check: 'vci.credential.no_legacy_members',
    draft: oldIssuance,
    change: 'Send credential_configuration_id and proofs in the credential request, and no member of older drafts.',
  },
  {
    check: 'vci.key_attestation.typ',
    draft: oldIssuance,
    change: 'Set typ of the key attestation to key-attestation+jwt, with a hyphen.',
    of: isValue('keyattestation+jwt'),
  },
  {
    check: 'vci.wallet_attestation.pop_iss',
    draft: 'draft 08 or a later one of client attestations, newer than the one that OpenID4VCI 1.0 refers to',
    change: 'Set iss of the attestation PoP to the client_id.',
    of: isValue(null),
  },
  {
    check: 'vci.wallet_attestation.headers_paired',
    draft: 'draft 09 or a later one of client attestations, where a DPoP proof can be the proof of possession',
    change: 'Send an attestation PoP of its own in the header OAuth-Client-Attestation-PoP.',
    of: (actual) => isObject(actual) && actual.attestation === 1 && actual.pop === 0,
  },
]

const isBroken = ({ status }: ConformanceEntry): boolean => status === 'fail' || status === 'warn'

/**
 * The drafts that a wallet implements, derived from the findings, and what to change first: violations of a must before
 * the rest. `null` if nothing points to a draft.
 */
export function draftRadar(findings: readonly ConformanceEntry[]): DraftsView | null {
  const broken = new Map<string, ConformanceEntry[]>()
  for (const entry of findings.filter(isBroken)) broken.set(entry.id, [...(broken.get(entry.id) ?? []), entry])
  const seen = signs.flatMap(({ check, draft, change, of = () => true }) => {
    const found = (broken.get(check) ?? []).filter(({ actual }) => of(actual))
    const isMust = found.some(({ level, status }) => level === 'must' && status === 'fail')
    return found.length === 0 ? [] : [{ isMust, sign: { check, draft, change } }]
  })
  const inOrder = [...seen.filter(({ isMust }) => isMust), ...seen.filter(({ isMust }) => !isMust)]
  const ordered = inOrder.map(({ sign }) => sign)
  const [first] = ordered
  if (first === undefined) return null
  const named = [...new Set(ordered.map(({ draft }) => draft))]
  // Avoids naming `up to draft 24` beside `up to draft 24, as in ISO/IEC 18013-7`.
  const drafts = named.filter((draft) => !named.some((other) => other.startsWith(`${draft}, `)))
  return { line: `This wallet seems to implement ${drafts.join('; ')}. Change first: ${first.change}`, signs: ordered }
}
