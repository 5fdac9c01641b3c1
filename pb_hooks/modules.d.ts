// Modules that handlers may require, keyed by the end of their path. PocketBase's `require` takes an absolute path,
// which TypeScript cannot resolve. A path that is missing here does not compile.

interface HookModules {
  'evidence/batch.js': typeof import('./evidence/batch.js')
  'evidence/columns.js': typeof import('./evidence/columns.js')
  'evidence/commit.js': typeof import('./evidence/commit.js')
  'evidence/durability.js': typeof import('./evidence/durability.js')
  'evidence/kept-results.js': typeof import('./evidence/kept-results.js')
  'evidence/mark.js': typeof import('./evidence/mark.js')
  'evidence/one-time.js': typeof import('./evidence/one-time.js')
  'evidence/purge.js': typeof import('./evidence/purge.js')
  'evidence/runs.js': typeof import('./evidence/runs.js')
  'evidence/state.js': typeof import('./evidence/state.js')
  'evidence/tables.js': typeof import('./evidence/tables.js')
  'evidence/transaction.js': typeof import('./evidence/transaction.js')
  'evidence/writer.js': typeof import('./evidence/writer.js')
  'evidence/workbenches.js': typeof import('./evidence/workbenches.js')
  'evidence/usual-findings.json': readonly (readonly ({ ids: string[] } & Record<string, unknown>)[])[]
  'operations/copy.js': typeof import('./operations/copy.js')
  'scoreboard/actions.js': typeof import('./scoreboard/actions.js')
  'scoreboard/aggregation.js': typeof import('./scoreboard/aggregation.js')
  'scoreboard/columns.js': typeof import('./scoreboard/columns.js')
  'scoreboard/commit.js': typeof import('./scoreboard/commit.js')
  'scoreboard/contributions.js': typeof import('./scoreboard/contributions.js')
  'scoreboard/definitions.js': typeof import('./scoreboard/definitions.js')
  'scoreboard/entities.js': typeof import('./scoreboard/entities.js')
  'scoreboard/evidence.js': typeof import('./scoreboard/evidence.js')
  'scoreboard/ledger.js': typeof import('./scoreboard/ledger.js')
  'scoreboard/organization-keys.js': typeof import('./scoreboard/organization-keys.js')
  'scoreboard/organizations.js': typeof import('./scoreboard/organizations.js')
  'scoreboard/paths.js': typeof import('./scoreboard/paths.js')
  'scoreboard/pipelines.js': typeof import('./scoreboard/pipelines.js')
  'scoreboard/private-keys.js': typeof import('./scoreboard/private-keys.js')
  'scoreboard/reconcile.js': typeof import('./scoreboard/reconcile.js')
  'scoreboard/resolve.js': typeof import('./scoreboard/resolve.js')
  'scoreboard/rows.js': typeof import('./scoreboard/rows.js')
  'scoreboard/settings.js': typeof import('./scoreboard/settings.js')
  'scoreboard/shown-runs.js': typeof import('./scoreboard/shown-runs.js')
  'scoreboard/shown.js': typeof import('./scoreboard/shown.js')
  'scoreboard/sql.js': typeof import('./scoreboard/sql.js')
  'scoreboard/statistics.js': typeof import('./scoreboard/statistics.js')
  'scoreboard/visibility.js': typeof import('./scoreboard/visibility.js')
  'scoreboard/wallets.js': typeof import('./scoreboard/wallets.js')
  'scoreboard/workers.js': typeof import('./scoreboard/workers.js')
  'scoreboard/written.js': typeof import('./scoreboard/written.js')
  'version.json': { readonly version: string }
}

declare function require<Path extends `${string}/${keyof HookModules}`>(
  path: Path,
): { [Name in keyof HookModules]: Path extends `${string}/${Name}` ? HookModules[Name] : never }[keyof HookModules]

declare var module: { exports: unknown }
