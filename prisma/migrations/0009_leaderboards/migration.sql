-- CreateTable
CREATE TABLE "Leaderboard" (
    "id" SERIAL NOT NULL,
    "position" BIGINT NOT NULL,
    "slug" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "teamSlug" TEXT NOT NULL,
    "cohortId" INTEGER NOT NULL,
    "weightsId" INTEGER NOT NULL,

    CONSTRAINT "Leaderboard_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LeaderboardClosing" (
    "leaderboardId" INTEGER NOT NULL,
    "position" BIGINT NOT NULL,

    CONSTRAINT "LeaderboardClosing_pkey" PRIMARY KEY ("leaderboardId")
);

-- CreateIndex
CREATE UNIQUE INDEX "Leaderboard_position_key" ON "Leaderboard"("position");

-- CreateIndex
CREATE UNIQUE INDEX "Leaderboard_slug_key" ON "Leaderboard"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "Leaderboard_digest_key" ON "Leaderboard"("digest");

-- CreateIndex
CREATE INDEX "Leaderboard_cohortId_idx" ON "Leaderboard"("cohortId");

-- CreateIndex
CREATE INDEX "Leaderboard_weightsId_idx" ON "Leaderboard"("weightsId");

-- CreateIndex
CREATE INDEX "Leaderboard_teamSlug_idx" ON "Leaderboard"("teamSlug");

-- CreateIndex
CREATE UNIQUE INDEX "LeaderboardClosing_position_key" ON "LeaderboardClosing"("position");

-- AddForeignKey
ALTER TABLE "Leaderboard" ADD CONSTRAINT "Leaderboard_position_fkey" FOREIGN KEY ("position") REFERENCES "LogEntry"("position") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Leaderboard" ADD CONSTRAINT "Leaderboard_teamSlug_fkey" FOREIGN KEY ("teamSlug") REFERENCES "Team"("slug") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Leaderboard" ADD CONSTRAINT "Leaderboard_cohortId_fkey" FOREIGN KEY ("cohortId") REFERENCES "Cohort"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Leaderboard" ADD CONSTRAINT "Leaderboard_weightsId_fkey" FOREIGN KEY ("weightsId") REFERENCES "WeightsSeal"("weightsId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LeaderboardClosing" ADD CONSTRAINT "LeaderboardClosing_leaderboardId_fkey" FOREIGN KEY ("leaderboardId") REFERENCES "Leaderboard"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LeaderboardClosing" ADD CONSTRAINT "LeaderboardClosing_position_fkey" FOREIGN KEY ("position") REFERENCES "LogEntry"("position") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here on by hand: what the schema language cannot say.

CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "Leaderboard" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "LeaderboardClosing" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A board says what its entry says, under weights sealed and on a cohort fixed before it.
CREATE FUNCTION refuse_unstated_leaderboard() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  words text := own_statement(TG_TABLE_NAME, NEW.position, '{leaderboardOpened}');
  said jsonb := words::jsonb;
  sealed record;
BEGIN
  PERFORM must_hold(TG_TABLE_NAME, hex_sha256(words) = NEW.digest AND said ->> 'slug' = NEW.slug AND said ->> 'team' = NEW."teamSlug",
    'its entry opens another board');
  SELECT position, digest, statement::jsonb ->> 'cohort' AS cohort INTO sealed
  FROM "WeightsSeal" JOIN "LogEntry" USING (position) WHERE "weightsId" = NEW."weightsId";
  PERFORM must_hold(TG_TABLE_NAME, sealed.digest = said ->> 'weights' AND sealed.position < NEW.position,
    'the weights that it cites are not sealed before it');
  PERFORM must_hold(TG_TABLE_NAME, sealed.cohort IS NULL OR sealed.cohort = said ->> 'cohort', 'the weights that it cites are for another cohort');
  PERFORM must_hold(TG_TABLE_NAME, EXISTS (
    SELECT FROM "Cohort" WHERE id = NEW."cohortId" AND digest = said ->> 'cohort' AND position < NEW.position
  ), 'the cohort that it cites is not fixed before it');
  RETURN NEW;
END $$;
CREATE TRIGGER as_stated BEFORE INSERT ON "Leaderboard" FOR EACH ROW EXECUTE FUNCTION refuse_unstated_leaderboard();

-- Promise: what a board closes with are results of its very key, each of them once; and its cohort is open.
CREATE FUNCTION refuse_unstated_closing() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  said jsonb := own_statement(TG_TABLE_NAME, NEW.position, '{leaderboardClosed}')::jsonb;
  board record;
BEGIN
  SELECT digest, "cohortId", statement::jsonb AS key INTO board
  FROM "Leaderboard" JOIN "LogEntry" USING (position) WHERE id = NEW."leaderboardId";
  PERFORM must_hold(TG_TABLE_NAME, board.digest = said ->> 'opened', 'its entry closes another board');
  PERFORM must_hold(TG_TABLE_NAME, NOT EXISTS (
    SELECT FROM "Cohort" JOIN "Cohort" AS own USING (digest)
    WHERE own.id = board."cohortId" AND "Cohort".visibility = 'BLIND'
      AND NOT EXISTS (SELECT FROM "CohortOpening" WHERE "cohortId" = "Cohort".id)
  ), 'its cohort is blind');
  PERFORM must_hold(TG_TABLE_NAME, jsonb_array_length(said -> 'evaluations') = (
    SELECT count(DISTINCT "Declaration".digest)
    FROM "Declaration"
    JOIN "Evaluation" ON "declarationId" = "Declaration".id
    JOIN "LogEntry" ON "LogEntry".position = "Declaration".position
    WHERE said -> 'evaluations' ? "Declaration".digest
      AND statement::jsonb -> 'cohort' = board.key -> 'cohort'
      AND statement::jsonb -> 'weights' = board.key -> 'weights'
      AND statement::jsonb -> 'coding' = board.key -> 'coding'
      AND statement::jsonb -> 'validation' = board.key -> 'validation'
      AND statement::jsonb -> 'interval' = board.key -> 'interval'
  ), 'it names an evaluation twice, one of another key, or one without a result');
  RETURN NEW;
END $$;
CREATE TRIGGER as_stated BEFORE INSERT ON "LeaderboardClosing" FOR EACH ROW EXECUTE FUNCTION refuse_unstated_closing();

-- Nothing stands in the log without what it states. The kinds that were there before keep their own triggers.
DROP TRIGGER with_its_row ON "LogEntry";
CREATE CONSTRAINT TRIGGER with_its_row AFTER INSERT ON "LogEntry" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.kind NOT IN ('probes', 'leaderboardOpened', 'leaderboardClosed')) EXECUTE FUNCTION refuse_lone_entry();

CREATE FUNCTION refuse_lone_board() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.statement::jsonb ->> 'type' <> NEW.kind
     OR (NEW.kind = 'leaderboardOpened' AND NOT EXISTS (SELECT FROM "Leaderboard" WHERE position = NEW.position))
     OR (NEW.kind = 'leaderboardClosed' AND NOT EXISTS (SELECT FROM "LeaderboardClosing" WHERE position = NEW.position)) THEN
    RAISE EXCEPTION 'log position % states a % of which no row is written', NEW.position, NEW.kind USING ERRCODE = 'CW002';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER with_its_board AFTER INSERT ON "LogEntry" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.kind IN ('leaderboardOpened', 'leaderboardClosed')) EXECUTE FUNCTION refuse_lone_board();
