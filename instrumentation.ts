/**
 * Called once by Next. Under our own server the wiring exists already; under `next dev` it is made here, from the same
 * environment. A build leaves that out: it would hold the whole interface once more.
 */
export async function register(): Promise<void> {
  if (process.env.NODE_ENV !== 'production' && process.env.NEXT_RUNTIME === 'nodejs') {
    if (globalThis.walletCaptureContainer !== undefined || process.env.POCKETBASE_URL === undefined) return
    const { openContainer } = await import('./lib/server/wiring/open-container')
    await openContainer()
  }
}
