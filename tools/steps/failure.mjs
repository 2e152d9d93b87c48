/** An expected failure: its message is one line that tells a person what to do. */
export class Failure extends Error {}

/**
 * Runs a program's main function. A Failure is printed as its line, without a stack; anything else is a defect
 * of ours and keeps its stack. Both end the process with 1.
 * @param {() => Promise<void>} main
 */
export async function runMain(main) {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error)
    process.exit(1)
  }
}
