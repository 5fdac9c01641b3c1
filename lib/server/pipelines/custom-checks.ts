import { builtInOrganization } from '@/lib/core/scoreboard/pipelines/built-in-pipelines'
import type { CustomCheck } from '@/lib/core/scoreboard/pipelines/wallet-driver'
import { createSecretProbe } from './secret-probe'

/** The custom integrations that this service runs itself, by their paths: a definition may name no others as built in. */
const builtInCustomChecks: Readonly<Record<string, (facts: Parameters<typeof createSecretProbe>[0]) => CustomCheck>> = {
  [`${builtInOrganization}/secret-probe`]: createSecretProbe,
}

/** Their paths. */
export const builtInCheckPaths: ReadonlySet<string> = new Set(Object.keys(builtInCustomChecks))

/** All of them, over what the wallet of this process remembers and a way to read evidence. */
export const openCustomChecks = (facts: Parameters<typeof createSecretProbe>[0]): ReadonlyMap<string, CustomCheck> =>
  new Map(Object.entries(builtInCustomChecks).map(([path, open]) => [path, open(facts)]))
