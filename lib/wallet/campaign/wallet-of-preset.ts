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

/** Presets that only a wallet shows something in which knows that the test root of the service certifies its verifier. */
export const aboutRoot: readonly string[] = ['incomplete_chain', 'untrusted_chain']

/** Presets of which only the screen of the wallet shows what it made of the response of the verifier. */
export const onScreen: readonly string[] = ['answer_without_redirect', 'answer_not_json', 'answer_400']
