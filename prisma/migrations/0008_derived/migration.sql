-- What a source derived from ballots that it does not give. Null, where there are ballots: rows that stand keep their digests.
ALTER TABLE "Debate" ADD COLUMN "derived" TEXT;
