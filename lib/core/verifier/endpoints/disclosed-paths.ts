import { shownName } from '../../engine/judgements/shown'
import { type ClaimPosition, disclosedIn } from '../../ground/dcql/claim-tree'
import { minimisationOf } from '../../ground/dcql/dcql-reading'
import type { PresentationReading } from '../../ground/formats/reading-of-presentation'
import type { PresentedReading } from '../read/response/response-reading'

/** How many paths of one presentation are listed; the rest is only counted. */
const pathsMax = 200

interface DisclosedPaths {
  /** Everything that the wallet revealed, in the order of the credential, each path once. */
  readonly disclosed_paths: (string | number)[][]
  /** Those that the query neither asks for nor needs; `null` if nothing was compared with a query. */
  readonly unrequested_paths: (string | number)[][] | null
}

/**
 * Claims path pointers to the revealed claims, never their values. A name that may itself be personal data, because it
 * is long or looks like an address, is replaced by its length. OID4VP-1FINAL-7
 */
export function disclosedPaths({ reading, match }: Pick<PresentedReading, 'reading' | 'match'>): DisclosedPaths {
  const disclosed = new Map(revealedBy(reading).map((position) => [JSON.stringify(position), position]))
  const minimisation = minimisationOf(match)
  const wanted = new Set(
    minimisation?.disclosed
      .filter(({ role }) => role !== 'unrequested')
      .map(({ position }) => JSON.stringify(position)),
  )
  const unrequested = [...disclosed].filter(([key]) => !wanted.has(key)).map(([, position]) => position)
  return {
    disclosed_paths: shownPaths([...disclosed.values()]),
    unrequested_paths: minimisation === null ? null : shownPaths(unrequested),
  }
}

/** The revealed claims, across all documents of an mdoc; unreadable parts reveal nothing. */
function revealedBy(reading: PresentationReading): ClaimPosition[] {
  const trees =
    reading.format === 'dc+sd-jwt' ? [reading.claimTree] : reading.documents.map(({ claimTree }) => claimTree)
  return trees.flatMap((tree) => (tree === null ? [] : disclosedIn(tree)))
}

const shownPaths = (positions: readonly ClaimPosition[]): (string | number)[][] =>
  positions
    .slice(0, pathsMax)
    .map((position) => position.map((step) => (typeof step === 'number' ? step : safeName(step))))

/** The name unless it may itself be personal data; a wallet may have chosen it. */
export const safeName = (step: string): string =>
  step.includes('@') ? `a name of ${step.length} characters` : String(shownName(step))
