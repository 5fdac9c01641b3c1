import type { CustomCheck } from '@/lib/core/scoreboard/pipelines/wallet-driver'

/** The custom integrations that this service runs itself, by their paths: a definition may name no others as built in. */
export const builtInCustomChecks: ReadonlyMap<string, CustomCheck> = new Map()
