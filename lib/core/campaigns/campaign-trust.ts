import type { Random } from '../shared/ports/ports'
import type { Campaign } from '../shared/ports/store-types'
import type { JsonObject } from '../shared/values/json'
import { verifierDeviation } from '../verifier/deviations'
import type { BuiltInCampaign } from './built-in'
import { presetById } from './presets'
import type { Preset } from './presets/preset'

/** What the tester asks for. */
interface AskedTrust {
  readonly trust_framework?: 'eu' | 'test_root' | undefined
  readonly wallet_policy?: 'warn' | 'refuse' | undefined
  readonly list_alias?: string | undefined
}

/** Whether a session request is itself under the European framework, regardless of its campaign. */
const isEuropean = (body: JsonObject): boolean =>
  body.trust_framework === 'eu' || verifierDeviation(body.negative_test)?.needs?.trust_framework === 'eu'

/**
 * Whether a wallet may warn its user and ask instead of refusing, as far as the campaign determines that. ARF3-RPRC_17
 */
export function isWarningEnoughIn({ trust }: Pick<Campaign, 'trust'>, preset: Preset | null): boolean {
  const test = preset?.kind === 'presentation' ? verifierDeviation(preset.body(noFacts).negative_test) : null
  return typeof test?.advisory === 'string' && trust?.walletPolicy !== 'refuse'
}

const noFacts = { authorityKeyIdentifier: '', scopeAlias: null }

/**
 * The trust members that a new campaign stores; none for the test root. A campaign whose presets are all of the
 * European framework is under it without being asked.
 */
export function storedTrust(
  asked: AskedTrust,
  campaign: { readonly presets: readonly string[]; readonly builtIn: BuiltInCampaign | null },
  random: Random,
): Pick<Campaign, 'trust'> {
  const { trust_framework: framework, wallet_policy: policy, list_alias: named } = asked
  const isWhole = campaign.presets.every((id) => isEuropean(presetById(id)?.body(noFacts) ?? {}))
  const isEu = framework === 'eu' || isWhole
  const alias = named ?? (campaign.builtIn?.needsAlias === true ? newAlias(random) : undefined)
  if (!isEu && policy === undefined && alias === undefined) return {}
  return {
    trust: {
      framework: isEu ? 'eu' : 'test_root',
      walletPolicy: policy ?? 'warn',
      ...(alias === undefined ? {} : { listAlias: alias }),
    },
  }
}

/** 32 letters from a to p, 128 random bits. */
const newAlias = (random: Random): string =>
  [...random(16)].map((byte) => String.fromCharCode(97 + (byte >> 4), 97 + (byte & 15))).join('')

/**
 * The trust members of a campaign's session. A preset of the framework always has them. Other presentations have them
 * if the campaign is under the framework, unless the preset contradicts; issuances do not, because under the framework
 * they use an issuer of the session's own.
 */
export function trustMembers({ trust }: Campaign, { kind }: Preset, body: JsonObject): JsonObject {
  if (trust === undefined) return {}
  const needsOther = 'trust_framework' in body || 'client_id_prefix' in body
  const joins = trust.framework === 'eu' && kind === 'presentation' && !needsOther
  if (!isEuropean(body) && !joins) return {}
  return {
    trust_framework: 'eu',
    ...(kind === 'presentation' ? { wallet_policy: trust.walletPolicy } : {}),
    ...(trust.listAlias === undefined ? {} : { list_alias: trust.listAlias }),
  }
}
