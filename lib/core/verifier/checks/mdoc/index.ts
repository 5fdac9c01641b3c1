import type { Check } from '../../../engine/checks/check'
import type { PresentedSubject } from '../../read/response/response-reading'
import { mdocDevice } from './device'
import { mdocIssuer } from './issuer'
import { mdocResponse } from './response'
import { mdocSecurityObject } from './security-object'
import { mdocStatus } from './status'

/** Checks of a presented mdoc: first the issuer's part, then the device's. */
export const mdocChecks: readonly Check<PresentedSubject>[] = [
  ...Object.values(mdocResponse),
  ...Object.values(mdocIssuer),
  ...Object.values(mdocSecurityObject),
  ...Object.values(mdocDevice),
  ...Object.values(mdocStatus),
]
