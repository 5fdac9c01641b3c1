import { plainName } from '../names/plain-name'
import type { TokenRule } from '../redaction'
import { otherToken } from './shared-tokens'

/**
 * Finds the rule for a token by its own `typ` or, if that matches none, by the name it came under. A rule that insists
 * comes first, so that its tokens are recognised anywhere.
 */
export function ruleOf({
  rules,
  name,
  typ,
  token,
}: {
  readonly rules: readonly TokenRule[]
  readonly name: string
  readonly typ: unknown
  readonly token: string
}): TokenRule {
  const plain = plainName(name)
  const type = typeof typ === 'string' ? typ.toLowerCase().replace(/^application\//, '') : null
  const byType = (rule: TokenRule) => type !== null && (rule.types?.includes(type) ?? false)
  const byName = (rule: TokenRule) => rule.names?.includes(plain) ?? false
  return (
    rules.find((rule) => rule.insists && (byType(rule) || byName(rule) || rule.looksLike?.(token))) ??
    rules.find(byType) ??
    rules.find(byName) ??
    otherToken
  )
}
