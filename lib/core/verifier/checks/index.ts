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
import { jweEncPreference } from './jwe/enc-preference'
import { keyBindingChecks } from './kb'
import { mdocChecks } from './mdoc'
import { minimisationChecks } from './min'
import { negativeFetchBehaviour } from './negative/fetch-behaviour'
import { negativeParamsOfObject } from './negative/params-of-object'
import { negativeRejected } from './negative/rejected'
import { negativeStillAnswers } from './negative/still-answers'
import { pidContentChecks } from './pid'
import { redirectChecks } from './redirect'
import { redirectFollowed } from './redirect/followed'
import { redirectFollowedAfterError } from './redirect/followed-after-error'
import { requestPostChecks } from './reqpost'
import { reqpostMdEncryptionKept } from './reqpost/md-encryption-kept'
import { reqpostMdFormatKept } from './reqpost/md-format-kept'
import { requestFetchChecks } from './request'
import { requestByValueNotFetched } from './request/by-value-not-fetched'
import { requestFetched } from './request/fetched'
import { requestNoFetchAfterResponse } from './request/no-fetch-after-response'
import { requestNoPlainFetch } from './request/no-plain-fetch'
import { requestNoRedirectFollow } from './request/no-redirect-follow'
import { requestRefetch } from './request/refetch'
import { responseGateChecks, responseStateChecks, responseTransportChecks } from './response'
import { responseHttpMethod } from './response/http-method'
import { responseNoRedirectFollow } from './response/no-redirect-follow'
import { responseReceived } from './response/received'
import { sdJwtChecks } from './sdjwt'
import { vpTokenChecks } from './token'
import { trustChecks } from './trust'
import { transactionChecks, transactionHashChecks } from './txn'

/** Checks of a response as a whole, in the order in which a refusal is chosen. */
export const answerChecks: readonly Check<ResponseReading>[] = [
  negativeRejected,
  negativeParamsOfObject,
  ...responseTransportChecks,
  ...responseJweChecks,
  ...walletErrorChecks,
  ...responseStateChecks,
  ...codeChecks,
  ...vpTokenChecks,
]

/** Checks of each presentation in a response, in the order in which a refusal is chosen. */
export const presentedChecks: readonly Check<PresentedSubject>[] = [
  ...dcqlChecks,
  ...sdJwtChecks,
  ...keyBindingChecks,
  ...mdocChecks,
  ...minimisationChecks,
  ...pidContentChecks,
  ...transactionHashChecks,
]

/** Checks over all presentations of a response and what accompanies them. Their refusals come last. */
export const closingChecks: readonly Check<ResponseReading>[] = [...transactionChecks, ...idTokenChecks]

/**
 * Checks over a whole session, computed from the record whenever a session is read. None of them refuses a request; only
 * under HAIP, `vp.redirect.followed` refuses a presentation afterwards.
 */
export const presentationSessionChecks: readonly Check<PresentationEvidence>[] = [
  requestFetched,
  requestRefetch,
  requestNoFetchAfterResponse,
  requestByValueNotFetched,
  reqpostMdFormatKept,
  reqpostMdEncryptionKept,
  responseReceived,
  responseHttpMethod,
  redirectFollowed,
  redirectFollowedAfterError,
  requestNoPlainFetch,
  requestNoRedirectFollow,
  responseNoRedirectFollow,
  negativeStillAnswers,
  negativeFetchBehaviour,
  jweEncPreference,
  ...trustChecks,
]

/** Every check of a presentation. */
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
  presentationSessionChecks,
].flat()

const byId = new Map<string, Check<never>>(presentationChecks.map((check) => [check.id, check]))

/** The check of a presentation with this id, or `null`. */
export const presentationCheck = (id: string): Check<never> | null => byId.get(id) ?? null
