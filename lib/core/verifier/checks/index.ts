import type { Check } from '../../engine/checks/check'
import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import type { PresentedSubject, ResponseReading } from '../read/response/response-reading'
import { annexCChecks } from './annexc'
import { codeChecks } from './code'
import { browserChecks } from './dcapi'
import { dcqlChecks } from './dcql'
import { walletErrorChecks } from './error'
import { idTokenChecks } from './idt'
import { responseJweChecks } from './jwe'
import { jweSession } from './jwe/payload'
import { keyBindingChecks } from './kb'
import { mdocChecks } from './mdoc'
import { minimisationChecks } from './min'
import { negative, negativeSession } from './negative'
import { pidContentChecks } from './pid'
import { redirectChecks, redirectSession } from './redirect'
import { requestPostChecks } from './reqpost'
import { reqpostSession } from './reqpost/metadata'
import { requestFetchChecks, requestFollowing, requestSession } from './request'
import { answerable } from './request/answerable'
import { responseGateChecks, responseStateChecks, responseTransportChecks } from './response'
import { responseFollowing, responseSession } from './response/session'
import { sharedAddressChecks } from './response/shared-address'
import { scaChecks } from './sca'
import { sdJwtChecks } from './sdjwt'
import { vpTokenChecks } from './token'
import { servedChecks } from './transport'
import { trustChecks } from './trust'
import { pidKeyChecks, transactionChecks, transactionHashChecks } from './txn'

/** Checks of a response as a whole, in order of refusal. */
export const answerChecks: readonly Check<ResponseReading>[] = [
  ...Object.values(negative),
  ...responseTransportChecks,
  ...responseJweChecks,
  ...walletErrorChecks,
  ...responseStateChecks,
  ...codeChecks,
  ...vpTokenChecks,
  ...Object.values(answerable),
]

/** Checks of each presentation in a response, in order of refusal. */
export const presentedChecks: readonly Check<PresentedSubject>[] = [
  ...dcqlChecks,
  ...sdJwtChecks,
  ...keyBindingChecks,
  ...mdocChecks,
  ...minimisationChecks,
  ...pidContentChecks,
  ...pidKeyChecks,
  ...transactionHashChecks,
  ...scaChecks,
]

/** Checks across all presentations and what accompanies them; they refuse last. */
export const closingChecks: readonly Check<ResponseReading>[] = [...transactionChecks, ...idTokenChecks]

/**
 * Checks of a whole session, computed from the record on every read. They refuse no request; only under HAIP,
 * `vp.redirect.followed` refuses a presentation afterwards.
 */
export const presentationSessionChecks: readonly Check<PresentationEvidence>[] = [
  ...Object.values(requestSession),
  ...Object.values(reqpostSession),
  ...Object.values(responseSession),
  ...Object.values(redirectSession),
  ...Object.values(requestFollowing),
  responseFollowing.no_redirect_follow,
  ...Object.values(negativeSession),
  jweSession.enc_preference,
  ...trustChecks,
]

export const presentationChecks: readonly Check<never>[] = [
  requestFetchChecks,
  requestPostChecks,
  responseGateChecks,
  answerChecks,
  presentedChecks,
  closingChecks,
  redirectChecks,
  browserChecks,
  annexCChecks,
  servedChecks,
  sharedAddressChecks,
  presentationSessionChecks,
].flat()

const byId = new Map<string, Check<never>>(presentationChecks.map((check) => [check.id, check]))

/** The presentation check with this id, or `null`. */
export const presentationCheck = (id: string): Check<never> | null => byId.get(id) ?? null
