import { trustedLists } from '../../verifier/read/session/trust-options'
import type { Preset } from './preset'

/**
 * A second preset with the same request, because a campaign includes each preset once: what a wallet does after it was
 * deceived.
 */
const again = (preset: Preset, title: string): Preset => ({ ...preset, id: `${preset.id}_again`, title })

const trustedVerifier: Preset = {
  id: 'trusted_verifier',
  kind: 'presentation',
  title: 'A verifier that is registered, and whose authorities are on the lists',
  expects: 'answer',
  body: () => ({ profile: 'haip', trust_framework: 'eu' }),
}

/** The least demanding issuer, and a QR code that phones read from far away. */
const trustedIssuer: Preset = {
  id: 'trusted_issuer',
  kind: 'issuance',
  title: 'An issuer that is registered, and whose authorities are on the lists',
  expects: 'answer',
  body: () => ({
    issuer_configuration_id: 'eu-pid-jwt-proof-only',
    credential_configuration_id: 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof',
    flow: 'pre_authorized_code',
    credential_offer_mode: 'credential_offer_uri',
    trust_framework: 'eu',
  }),
}

/** Trustworthy verifiers and issuers: a wallet that fails these says nothing by refusing the others. */
export const trustedPresets: readonly Preset[] = [
  trustedVerifier,
  again(trustedVerifier, 'The first verifier once more, with nothing wrong'),
  trustedIssuer,
  again(trustedIssuer, 'An issuer like the first once more, with nothing wrong'),
]

const listTitles = {
  listed: 'A list that the issuer of the PID is on',
  not_listed: 'A list that the issuer of the PID is not on',
  bad_signature: 'A list whose signature is wrong',
  unreachable: 'A list that cannot be fetched',
  list_of_lists: 'A list of lists, one of which the issuer of the PID is on',
} as const satisfies Record<(typeof trustedLists)[number], string>

/**
 * The PID of an issuer that a list names, or should name, requested through that list. Each asks back what the trusted
 * issuer issued, because no other issuer here is listed. OID4VP-1FINAL-6.1.1.2
 */
export const trustedListPresets: readonly Preset[] = trustedLists.map((list): Preset => {
  const isRight = list === 'listed' || list === 'list_of_lists'
  return {
    id: `trusted_list_${list}`,
    kind: 'presentation',
    title: listTitles[list],
    expects: isRight ? 'answer' : 'refusal',
    follows: trustedIssuer.id,
    body: () => ({
      profile: 'haip',
      trust_framework: 'eu',
      trusted_list: list,
      ...(isRight ? {} : { expect: 'refusal' }),
    }),
  }
})
