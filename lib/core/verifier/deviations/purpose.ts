import { purposeWords } from '../../engine/deviations/deviation'
import { verifierDeviation } from '.'
import { answered, refused } from './verifier-deviation'

/** The session options that say what deviates. */
interface PurposeOptions {
  readonly negative_test?: unknown
  readonly expect?: unknown
}

/** What is wrong or unusual about the request of a presentation, for its title; `null` for an ordinary one. */
export function deviationTitleOf({ options }: { readonly options: PurposeOptions }): string | null {
  const { negative_test: id } = options
  return typeof id === 'string' ? (verifierDeviation(id)?.title.replace(/\.$/, '') ?? id.replaceAll('_', ' ')) : null
}

/** The purpose of a presentation, as sentences for its page and reports; `null` for an ordinary one. */
export function purposeOf({ options }: { readonly options: PurposeOptions }): string | null {
  const id = typeof options.negative_test === 'string' ? options.negative_test : null
  const { expects, must } = options.expect === 'refusal' ? refused() : answered
  if (id === null) return expects === 'refusal' ? 'Refusal expected: the wallet should refuse.' : null
  const known = verifierDeviation(id)
  if (known?.expects === expects) return purposeWords(known)
  // Evidence outlives code: if the deviation no longer exists, show its name.
  return purposeWords({ title: known?.title ?? `${id.replaceAll('_', ' ')}.`, expects, must })
}
