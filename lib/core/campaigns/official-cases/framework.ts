import { defaultEdition, type Edition, editionOf } from './editions'
import type { OfficialCase } from './official-case'

/** The framework, and the state of it that an edition is of. */
export const frameworkOf = ({ facts }: Pick<Edition, 'facts'>) => ({
  name: facts.name,
  repository: facts.repository,
  website: facts.website,
  branch: facts.branch,
  commit: facts.commit,
  date: facts.date,
  status: facts.status,
  licence: facts.licence,
  attribution: facts.attribution,
})

/** The framework in the edition that stands where none is asked for. */
export const framework = frameworkOf(defaultEdition)

/** URL of a case's text at the commit that was read. */
export function caseTextUrl(one: OfficialCase): string {
  const { facts, texts } = editionOf(one)
  return `${facts.repository}/blob/${texts[one.id]?.commit ?? facts.commit}/${one.path}`
}
