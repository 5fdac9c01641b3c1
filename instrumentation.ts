/**
 * Called once by Next. Under our own server the wiring exists already; under `next dev` and `next start` it is made
 * here, from the same environment.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || globalThis.walletCaptureContainer !== undefined) return
  if (process.env.POCKETBASE_URL === undefined) return
  const { openContainer } = await import('./lib/server/wiring/open-container')
  await openContainer()
}
