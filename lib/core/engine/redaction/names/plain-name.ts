import { percentDecode } from '../message/percent-decode'
import { remembered } from './remembered'

/**
 * The form in which names are compared: percent-decoded (twice, so that double encoding hides nothing), lower case,
 * letters and digits only. `pre%2Dauthorized_code`, `Pre-Authorized_Code` and `preAuthorizedCode` are the same name.
 */
export const plainName = remembered((name: string): string => {
  const decoded = name.includes('%') ? percentDecode(percentDecode(name)) : name
  const ascii = /^[ -~]*$/.test(decoded) ? decoded : decoded.normalize('NFKC')
  return ascii.toLowerCase().replace(/[^a-z0-9]+/g, '')
})
