import type { SdJwtVcReading } from '../../shared/formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import { isPidVct } from '../../shared/pid/pid-types'

/** True for a PID as SD-JWT VC: by its type, or by another name that the issuer gives to the type. PIDRB-4.2 */
export const isPidSdJwt = ({ vct, akaVcts }: Pick<SdJwtVcReading, 'vct' | 'akaVcts'>): boolean =>
  isPidVct(vct.value) || akaVcts.names.some(isPidVct)
