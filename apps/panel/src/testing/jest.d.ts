/** Jest 30.1 brought it; its types do not know it yet. */
declare namespace jest {
  function setTimerTickMode(
    mode: { mode: 'manual' | 'nextAsync' } | { mode: 'interval'; delta?: number },
  ): void;
}
