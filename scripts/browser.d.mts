export declare function findBrowser(options: {
  own?: string | undefined
  managed?: string | undefined
  exists?: (path: string) => boolean
}): string | undefined
