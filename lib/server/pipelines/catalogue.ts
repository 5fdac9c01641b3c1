import { builtInCampaigns } from '@/lib/core/campaigns/built-in'
import { everyPreset } from '@/lib/core/campaigns/presets'
import type { PipelineCatalogue } from '@/lib/core/scoreboard/pipelines/read-definition'
import { builtInCheckPaths } from './custom-checks'

/** What a definition may name in this version of the service. */
export const pipelineCatalogue: PipelineCatalogue = {
  presets: new Set(everyPreset.map(({ id }) => id)),
  campaigns: new Set(builtInCampaigns.map(({ id }) => id)),
  builtInChecks: builtInCheckPaths,
}
