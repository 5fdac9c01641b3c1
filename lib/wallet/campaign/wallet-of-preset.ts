import type { PresentationProfile } from '../verifier/settings'

/** How the wallet presents where the session of a preset shows something only of such a wallet. */
export const presentsFor: Readonly<Record<string, Partial<PresentationProfile>>> = {
  user_denies: { consent: 'denied' },
  user_fails_pin: { consent: 'denied' },
  by_value_under_haip: { haipOnly: true },
  san_dns_under_haip: { haipOnly: true },
  dc_mode_plain: { haipOnly: true },
  request_not_encrypted: { walletMetadata: 'encrypted' },
  answer_without_redirect: { needsRedirect: true },
}

/** Whether the session of a preset shows something only of a wallet that asks for signed issuer metadata. */
export const asksSignedMetadata = (preset: string): boolean => preset.includes('signed_metadata_')

/** Whether it shows something only of a wallet that knows the test root, by which the service certifies its issuers and verifiers. */
export const isAboutRoot = (preset: string): boolean =>
  asksSignedMetadata(preset) || ['incomplete_chain', 'untrusted_chain'].includes(preset)

/** Presets of which only the screen of the wallet shows what it made of the response of the verifier. */
export const onScreen: readonly string[] = ['answer_without_redirect', 'answer_not_json', 'answer_400']
