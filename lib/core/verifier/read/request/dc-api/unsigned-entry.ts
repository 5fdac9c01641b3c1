import type { JsonObject } from '../../../../ground/values/json'
import { type Delivery, requestObjectClaims } from '../request-object'

/** `data` of an unsigned request: its parameters as members. OID4VP-1FINALA-A.3.1 */
export const unsignedData = (delivery: Delivery): JsonObject => requestObjectClaims({ ...delivery, inLink: true })
