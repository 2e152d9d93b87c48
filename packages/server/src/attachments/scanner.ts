/** Looks whether a file on this machine's disk is harmful. */
export interface Scanner {
  /** Null: nothing was found; else the name of what was. @throws ScannerAway */
  scan(path: string): Promise<string | null>
}

/** Nobody can say right now whether a file is harmful: it is given to nobody. */
export class ScannerAway extends Error {
  override readonly name = 'ScannerAway'
}

/** A file was found to be harmful, by the scanner's name for it. */
export class FileHarmful extends Error {
  override readonly name = 'FileHarmful'
  readonly malware: string

  constructor(malware: string) {
    super(`The scanner found ${malware}`)
    this.malware = malware
  }
}

/** For a workspace that has no scanner: every file passes. */
export const noScanner: Scanner = { scan: async () => null }

/** @throws FileHarmful, ScannerAway */
export async function refuseHarmful(scanner: Scanner, path: string): Promise<void> {
  const malware = await scanner.scan(path)
  if (malware !== null) throw new FileHarmful(malware)
}
