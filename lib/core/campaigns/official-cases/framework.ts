import type { JsonObject } from '../../ground/values/json'
import edition from './framework.json'
import type { OfficialCase } from './official-case'

/** The framework, and the commit of it that we reviewed: `scripts/compare-cases.mjs --reviewed` writes that. */
export const framework = edition satisfies JsonObject

/** The text of a case at the commit of the framework that we reviewed. Most file names double the last underscore. */
export function caseTextUrl({ id, area }: Pick<OfficialCase, 'id' | 'area'>): string {
  const isPlain = /^(?:DataModel|Shared)\//.test(area) || id.includes('_CryptographicSignature_')
  const name = isPlain ? id : id.replace(/_(?=\d+$)/, '__')
  const { repository, commit } = framework
  return `${repository}/blob/${commit}/docs/fcaf/suts/wallet_solution/relying_party/${area}/${name}.md`
}
