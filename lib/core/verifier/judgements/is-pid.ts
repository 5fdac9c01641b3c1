import { isPidVct } from '../../shared/pid/pid-types'
import type { PresentedReading } from '../read/response/response-reading'

/**
 * True for a PID as SD-JWT VC: by its type, by another name that the issuer gives to the type, or by what the type
 * extends. PIDRB-4.2
 */
export const isPidSdJwt = ({ reading, extendedTypes = [] }: PresentedReading): boolean =>
  reading.format === 'dc+sd-jwt' && [reading.vct.value, ...reading.akaVcts.names, ...extendedTypes].some(isPidVct)
