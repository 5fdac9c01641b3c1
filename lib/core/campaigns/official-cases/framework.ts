import type { JsonObject } from '../../shared/values/json'
import edition from './framework.json'
import type { OfficialCase } from './official-case'

/** The framework and its commit that we reviewed, as written by `scripts/compare-cases.mjs --reviewed`. */
export const framework = edition satisfies JsonObject

/** URL of a case's text at the reviewed commit. Most file names double the last underscore. */
export function caseTextUrl({ id, area }: Pick<OfficialCase, 'id' | 'area'>): string {
  const isPlain = /^(?:DataModel|Shared)\//.test(area) || id.includes('_CryptographicSignature_')
  const name = isPlain ? id : id.replace(/_(?=\d+$)/, '__')
  const { repository, commit } = framework
  return `${repository}/blob/${commit}/docs/fcaf/suts/wallet_solution/relying_party/${area}/${name}.md`
}
