import { algorithmFitsKey } from '../../../jose/signature-algorithms'
import type { JwsReading } from './jws-reading'

/** The reading of a JWS once its key is known. RFC7518-3.1 */
export const withKeyFit = (jws: JwsReading, jwk: Readonly<Record<string, unknown>> | null): JwsReading => ({
  ...jws,
  alg: { ...jws.alg, fitsKey: jwk === null || jws.alg.value === null ? null : algorithmFitsKey(jws.alg.value, jwk) },
})
