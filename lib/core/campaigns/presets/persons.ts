import { onScreenDeviations } from '../../verifier/deviations/our-responses'
import { asHeading, fixed, type Preset } from './preset'

const look = 'Open the link on the device of the wallet, and look at what it shows after it has presented.'

/**
 * Presentations that get an unusual response of ours; only the screen shows what the wallet makes of it.
 * OID4VP-1FINAL-8.2
 */
export const personPresets: readonly Preset[] = onScreenDeviations.map(({ id, title }) =>
  fixed('presentation', 'answer', { profile: 'haip' })(id, asHeading(title), { negative_test: id }, look),
)
