import { markLeftOut } from '../run'
import type { VerifierTrust } from '../trust/evaluate-verifier'
import type { Run } from './run'
import type { VerifierRun } from './verifier-run'

/** The run as it ended. */
export function endRun(
  run: Run,
  outcome: VerifierRun['outcome'],
  found: Partial<Pick<VerifierRun, 'presented' | 'declined' | 'refusal' | 'reason'>> = {},
): VerifierRun {
  markLeftOut(run)
  const { log, facts } = run
  const { redirectUri } = facts
  const trust = facts.trust === null ? null : reportOf(facts.trust)
  const isSignerJudged = facts.requestSigner.length === 0 ? null : run.trust !== null || run.trustAnchors.length > 0
  const ended = { presented: [], declined: null, redirectUri, refusal: null, reason: null, trust, isSignerJudged }
  return { outcome, log, ...ended, ...found }
}

/** What others learn of it: the query and the refusal show elsewhere. */
const reportOf = ({ findings, warned, overAsked }: VerifierTrust): VerifierRun['trust'] => ({
  findings,
  warned,
  overAsked,
})
