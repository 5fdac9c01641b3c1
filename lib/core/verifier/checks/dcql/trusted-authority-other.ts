import { defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { listed, say } from '../../../ground/values/wording'
import { onMatch } from '../../judgements/on-match'
import type { PresentedSubject } from '../../read/response/response-reading'

/** What is wrong with a list of ours. */
const wrongWords = {
  not_listed: say`no issuer of the wallet is on the list`,
  bad_signature: say`the signature of the list is wrong`,
  unreachable: say`the list cannot be fetched`,
} as const

export const dcqlTrustedAuthorityOther = defineCheck<PresentedSubject>('vp.dcql.trusted_authority_other', {
  title: 'Credential comes from a trust list or federation that the query names',
  problem: 'The credential does not come from a trust list or federation that the query names',
  clauses: ['OID4VP-1FINAL-6.1.1.2', 'OID4VP-1FINAL-6.1.1.3'],
  level: 'should',
  why: 'A verifier may name a trust list or a federation instead of key identifiers.',
  hint: 'Read the list that the query names, verify it, and present only what an issuer on it has issued.',
  run: onMatch(({ trustedAuthorities }, { answer: { session, ownRoots = [] } }) => {
    const others = trustedAuthorities.filter(({ result }) => result === 'not_evaluated')
    const list = session.options.trusted_list
    if (list !== undefined && list !== 'listed' && list !== 'list_of_lists') {
      // The entries are alternatives, and the tester's may fit where ours cannot.
      if (trustedAuthorities.some(({ result }) => result === 'matches'))
        return notApplicable(say`The credential comes from another authority that the query names.`)
      if (others.length > 1) return notObserved(say`The query also names others, which this service does not fetch.`)
      return violated({
        expected: say`no presentation`,
        actual: say`a presentation, although ${wrongWords[list]}`,
      })
    }
    // The list has the authority of our laboratories, and no other.
    if (list !== undefined && ownRoots.length > 0) return pass(say`an issuer on the list`)
    return others.length === 0
      ? notApplicable(say`The query names no trust list and no federation.`)
      : notObserved(
          say`Not evaluated, because this service fetches no trust lists: ${listed(
            others.map(({ type }) => say`${shown(type)}`),
            ', ',
          )}`,
        )
  }),
})
