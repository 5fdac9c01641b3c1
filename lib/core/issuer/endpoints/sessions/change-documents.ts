import { expectName } from '../../../engine/deviations/deviation'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import { linkQuery } from '../../../shared/http/link-query'
import { changeDocument, foreignWords } from '../../../shared/mutations/change-document'
import { differencesOf } from '../../../shared/mutations/differences'
import { foreignValues } from '../../../shared/mutations/foreign-values'
import { stepsOf, valueAt } from '../../../shared/mutations/json-pointer'
import {
  type Mutation,
  type MutationProblem,
  mutationBounds,
  type Placed,
  placeOfMutation,
} from '../../../shared/mutations/mutation'
import { mutationRefusal } from '../../../shared/mutations/mutation-refusal'
import { operationsOn } from '../../../shared/mutations/operations-on'
import type { OwnParty } from '../../../shared/mutations/own-addresses'
import { allProblems, beforeProblems, readMutations } from '../../../shared/mutations/read-mutations'
import type { KeptMutations } from '../../../shared/ports/session-options'
import type { IssuanceSession } from '../../../shared/ports/store-types'
import { isObject, type Json, type JsonObject } from '../../../shared/values/json'
import { identifierOf } from '../../configurations/issuer-in-play'
import { configurationOfSession } from '../../configurations/laboratory/laboratory-configuration'
import { changedLink, type IssuanceTarget, issuanceTargets, linkWithOffer } from '../../deviations/changed'
import { changedProblems } from '../../deviations/changed-problems'
import type { IssuerDeviation } from '../../deviations/issuer-deviation'
import { type RightDocuments, sameDeviation } from '../../deviations/same-as'
import { missedNeed } from '../../read/read-session-request'
import type { IssuanceSessionRequest } from '../../read/session-options'
import { isSecretName } from '../../redaction/issuer-redaction'
import { isMadeLater, rightDocuments } from './right-documents'

type Asked = Pick<IssuanceSessionRequest, 'mutations' | 'expect'>

/**
 * Tries the changes that a session request asks for, on the documents of its session or on samples of them; `null`
 * without any. Throws ProtocolError `invalid_mutation` for those that cannot be made, or must not.
 */
export function changeDocuments(
  session: IssuanceSession,
  asked: Asked,
  context: Pick<RequestContext, 'exchange' | 'params' | 'ports' | 'settings'>,
): KeptMutations | null {
  if (asked.mutations === undefined) return null
  const read = readMutations(asked.mutations, 'issuance')
  const mutations = beforeProblems(read)
  const { baseUrl } = context.settings
  const own: OwnParty = { baseUrl, names: [identifierOf(session, baseUrl)] }
  const right = rightDocuments(session, context)
  const tried = issuanceTargets.flatMap((target) => {
    const operations = operationsOn(mutations, target)
    if (operations.length === 0) return []
    const before = target === 'offer_link' ? linkBefore(right, operationsOn(mutations, 'offer')) : right[target]
    const { document, problems } = changeDocument(before, operations, own)
    const told = [...problems, ...textProblems(target, document, operations)]
    const more = sampleProblems(target, before, operations, own).filter(
      ({ code, pointer }) => !told.some((one) => one.code === code && one.pointer === pointer),
    )
    return [{ target, before, document, problems: [...told, ...more] }]
  })
  const found = tried.flatMap((one) => one.problems)
  const refusal = mutationRefusal(allProblems(read.problems, found.length > 0 ? found : tooLongLink(right, mutations)))
  if (refusal !== null) throw refusal
  const operations = mutations.map(({ index: _, ...operation }) => operation)
  // A tester who expects something else than a test does not run that test.
  const isAsked = ({ expects }: IssuerDeviation): boolean =>
    asked.expect === undefined || asked.expect === expectName(expects)
  const same = sameDeviation({ operations }, right, (deviation) => isAsked(deviation) && fits(deviation, session))
  return {
    operations,
    differences: tried.flatMap(({ target, before, document }) =>
      differencesOf(before, document, isSecretName).map((one) => ({ target, ...one })),
    ),
    same_as: same?.id ?? null,
    expect: asked.expect ?? (same === null ? 'report' : expectName(same.expects)),
    ...(asked.expect === undefined ? {} : { expected_by: 'tester' }),
    source: 'mutations',
    problems: tried.flatMap(({ target, before, document }) =>
      isObject(document)
        ? changedProblems(target, before, document as JsonObject).map((one): JsonObject => ({ ...one }))
        : [],
    ),
  }
}

/** The parameters of the link that operations on the link begin with: with the offer as it was changed before. */
const linkBefore = (right: RightDocuments, onOffer: ReturnType<typeof operationsOn>): JsonObject =>
  Object.fromEntries(linkWithOffer(right.link, onOffer))

/** Parameters are texts. */
const textProblems = (
  target: IssuanceTarget,
  document: Json,
  operations: ReturnType<typeof operationsOn>,
): MutationProblem[] => {
  if (target !== 'offer_link' || !isObject(document)) return []
  const last = operations.at(-1)
  if (last === undefined || Object.values(document).every((value) => typeof value === 'string')) return []
  const message = 'The parameters of a link are texts.'
  return [{ code: 'illegal_value', pointer: placeOfMutation(last.index, 'value'), message }]
}

/** A changed link must fit into a QR code or an NFC tag that somebody can read. */
function tooLongLink(right: RightDocuments, mutations: readonly Placed<Mutation>[]): MutationProblem[] {
  const last = mutations.findLast(({ target }) => target === 'offer_link' || target === 'offer')
  if (last === undefined || linkQuery(changedLink(right.link, mutations)).length <= mutationBounds.linkBytes) return []
  return [{ code: 'too_large', pointer: placeOfMutation(last.index), message: 'The link would have more than 8 KiB.' }]
}

/**
 * What is wrong with operations on a document that was not made yet. Some of them may not apply to it then, so each value
 * must do no harm by itself, and none can be compared with a value that is made later.
 */
function sampleProblems(
  target: IssuanceTarget,
  sample: Json,
  operations: ReturnType<typeof operationsOn>,
  own: OwnParty,
): MutationProblem[] {
  if (target !== 'token_response' && target !== 'credential_response') return []
  const moves = operations.some(({ op }) => op === 'move' || op === 'copy')
  return operations.flatMap(({ index, op, path, value = null }): MutationProblem[] => {
    const pointer = placeOfMutation(index, 'value')
    if (op === 'test') {
      const found = valueAt(sample, stepsOf(path) ?? [])
      const message = 'This value is made when the response is: no test can know it.'
      return found !== undefined && isMadeLater(found) ? [{ code: 'test_failed', pointer, message }] : []
    }
    // A value that may be moved can end up anywhere.
    const member = moves ? 'iss' : (stepsOf(path)?.findLast((step) => !/^\d+$/.test(step)) ?? '')
    const [foreign] = foreignValues({}, { [member]: value }, own).toSorted((one, other) =>
      one.code < other.code ? -1 : 1,
    )
    return foreign === undefined ? [] : [{ code: foreign.code, pointer, message: foreignWords[foreign.code] }]
  })
}

/** Whether a session has what a named deviation needs. Any issuer of its own will do, and the shared one beside it. */
function fits({ needs, format }: IssuerDeviation, session: IssuanceSession): boolean {
  const { laboratory, ...others } = { ...needs }
  const wanted = laboratory === undefined || Object.keys(laboratory).length === 0 ? others : { ...others, laboratory }
  const has = {
    issuer_configuration_id: session.issuerConfigurationId,
    flow: session.flow,
    credential_offer_mode: session.credentialOfferMode,
    dpop_nonce: session.options.dpop_nonce,
    laboratory: session.laboratory?.options,
    trust_framework: session.options.trust_framework ?? 'test_root',
    tx_code: session.options.tx_code !== undefined,
  }
  const offered = configurationOfSession(session)?.credentialConfigurations.find(
    ({ id }) => id === session.credentialConfigurationId,
  )
  return missedNeed(wanted, has) === null && (format === undefined || offered?.format === format)
}
