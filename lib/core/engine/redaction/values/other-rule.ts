import { plainName } from '../names/plain-name'
import type { TokenRule } from '../redaction'

/** The rule for text that is not a compact token, under a name where such text may still be a token. */
export const otherRuleOf = (rules: readonly TokenRule[], name: string): TokenRule | undefined =>
  rules.find((rule) => rule.describeOther !== undefined && rule.names?.includes(plainName(name)))
